import Mustache

/// The template of a page. All inserted values are escaped.
enum PageTemplate {
  static func render(_ values: [String: Any]) throws -> String {
    MustacheContentTypes.register(ShownText(), named: "PAGE")
    return try MustacheTemplate(string: text).render(values)
  }

  /// Escaping by Unicode scalar, since a quotation mark with a combining accent also ends an attribute.
  ///
  /// Control characters and bidirectional marks are replaced.
  private struct ShownText: MustacheContentType {
    func escapeText(_ text: String) -> String {
      var shown = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": shown += "&amp;".unicodeScalars
        case "<": shown += "&lt;".unicodeScalars
        case ">": shown += "&gt;".unicodeScalars
        case "\"": shown += "&quot;".unicodeScalars
        case "'": shown += "&#39;".unicodeScalars
        case "\t", "\n": shown.append(" ")
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}":
          shown.append("\u{FFFD}")
        default:
          let isControl = scalar.properties.generalCategory == .control
          shown.append(isControl || scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
        }
      }
      return String(shown)
    }
  }

  private static let text = """
    {{% CONTENT_TYPE: PAGE}}<!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{{styleHash}}}'; \
    script-src '{{{scriptHash}}}'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <header>
    <h1>{{title}}</h1>
    <p>{{lead}}</p>
    </header>
    <main>
    <dl class="figures">
    {{#figures}}
    <div class="{{meaning}}"><dt>{{label}}</dt><dd>{{value}}</dd></div>
    {{/figures}}
    </dl>
    {{#sections}}
    <section aria-labelledby="{{id}}">
    <h2 id="{{id}}">{{heading}}</h2>
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#hasCharts}}
    <div class="charts">
    {{#charts}}
    <figure>
    <figcaption id="{{id}}">{{title}}</figcaption>
    <svg viewBox="0 0 {{width}} {{height}}" role="img" aria-labelledby="{{id}} {{id}}d">
    <desc id="{{id}}d">{{description}}</desc>
    {{#shapes}}
    {{#rect}}
    <rect x="{{x}}" y="{{y}}" width="{{w}}" height="{{h}}" class="{{class}}"><title>{{title}}</title></rect>
    {{/rect}}
    {{#label}}
    <text x="{{x}}" y="{{y}}" class="{{class}}">{{text}}</text>
    {{/label}}
    {{/shapes}}
    </svg>
    <details><summary>Numbers</summary><table><thead><tr>{{#heads}}<th scope="col">{{.}}</th>{{/heads}}</tr></thead><tbody>
    {{#numbers}}
    <tr>{{#row}}{{#isHead}}<th scope="row"><bdi>{{text}}</bdi></th>{{/isHead}}{{^isHead}}<td class="number">{{text}}</td>{{/isHead}}{{/row}}</tr>
    {{/numbers}}
    </tbody></table></details>
    </figure>
    {{/charts}}
    </div>
    {{/hasCharts}}
    {{#tables}}
    <div class="table"{{#isSearchable}} data-search{{/isSearchable}}>
    <div class="wide" role="region" tabindex="0" aria-label="{{caption}}">
    <table>
    <caption>{{caption}}</caption>
    <thead><tr>{{#columns}}<th scope="col" class="{{class}}">{{title}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr>{{#cells}}{{#isHead}}<th scope="row"{{/isHead}}{{^isHead}}<td{{/isHead}} class="{{class}}"{{#order}} data-order="{{.}}"{{/order}}>\
    {{#link}}<a href="{{.}}" rel="noopener noreferrer nofollow">{{/link}}<bdi>{{text}}</bdi>{{#link}}</a>{{/link}}\
    {{#note}}<small><bdi>{{.}}</bdi></small>{{/note}}{{#isHead}}</th>{{/isHead}}{{^isHead}}</td>{{/isHead}}{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </div>
    {{/tables}}
    </section>
    {{/sections}}
    </main>
    <footer><p>Created by celestra-admin</p></footer>
    <script>{{{script}}}</script>
    </body>
    </html>

    """
}
