import LabProviders
import LabTimeline

/// What goes wrong with Gemini, in its words. It has no `Retry-After`: the wait that it asks for stands in
/// the body. It has no 402 either: a project without billing is told with 400 and FAILED_PRECONDITION.
///
/// Source: google-genai Python SDK 3.4.0 and the vendor's API reference, 2026.
struct GoogleFaults: FaultResponses {
  func refusal(_ fault: Fault, of request: ConnectionRequest, retryAfter: Duration?) -> FaultAnswer {
    let (code, status, message): (Int, String, String) =
      switch fault {
      case .unauthorized: (401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
      case .paymentRequired: (400, "FAILED_PRECONDITION", "Please enable billing on your project.")
      case .rateLimited: (429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.")
      case .overloaded: (503, "UNAVAILABLE", "The model is overloaded. Please try again later.")
      default: (500, "INTERNAL", "An internal error has occurred.")
      }
    let delay = retryAfter.map { wait in
      "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"\(Self.seconds(wait))\"}"
    }
    return .response(
      status: code, headers: [],
      body: "{\"error\":{\"code\":\(code),\"message\":\(JSONText.quoted(message)),\"status\":\"\(status)\","
        + "\"details\":[\(delay ?? "")]}}")
  }

  /// A duration as protocol buffers write it in JSON: no fraction, or one of three digits.
  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = Int(duration.milliseconds.rounded(.up))
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    return "\(milliseconds / 1000)" + (milliseconds % 1000 == 0 ? "" : ".\(fraction)") + "s"
  }

  func unknownEvent(of request: ConnectionRequest) -> String {
    "data: {\"candidates\":[],\"turnlabUnknown\":{}}\r\n\r\n"
  }
}
