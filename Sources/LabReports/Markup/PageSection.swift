/// A numbered part of the page.
struct PageSection {
  let id: String
  let title: String
  /// One or two sentences on how to read what follows. Not escaped: it is ours.
  let lead: String
  let body: String

  func markup(number: Int) -> String {
    """
    <section id="\(id)" aria-labelledby="\(id)-title">
    <h2 id="\(id)-title"><span class="number">\(number)</span>\(title)</h2>
    <p class="lead">\(lead)</p>
    \(body)
    </section>

    """
  }
}
