/// The page's only script: a click on a column heading sorts its table. Without it nothing is lost.
enum SortingScript {
  static let text = """
    document.querySelectorAll('table.sortable').forEach(function (table) {
      var body = table.tBodies[0], row = table.tHead.rows[table.tHead.rows.length - 1];
      if (body.rows.length < 2) return;
      Array.prototype.forEach.call(row.cells, function (heading, column) {
        var button = document.createElement('button');
        button.type = 'button';
        button.textContent = heading.textContent;
        heading.textContent = '';
        heading.appendChild(button);
        button.addEventListener('click', function () {
          var up = heading.getAttribute('aria-sort') !== 'ascending';
          Array.prototype.forEach.call(row.cells, function (other) { other.removeAttribute('aria-sort'); });
          heading.setAttribute('aria-sort', up ? 'ascending' : 'descending');
          var key = function (line) {
            var cell = line.cells[column], number = cell.getAttribute('data-key');
            return number === null ? cell.textContent : Number(number);
          };
          Array.prototype.slice.call(body.rows).sort(function (a, b) {
            var x = key(a), y = key(b), order = x < y ? -1 : x > y ? 1 : 0;
            return up ? order : -order;
          }).forEach(function (line) { body.appendChild(line); });
        });
      });
    });

    """
}
