import Diagnostics
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
    private static let entities: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]

    func escapeText(_ text: String) -> String {
      let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
      return DisplayText.line(line).unicodeScalars.reduce(into: "") { shown, scalar in
        if let entity = Self.entities[scalar] { shown += entity } else { shown.unicodeScalars.append(scalar) }
      }
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
    <nav aria-label="Sections">{{#sections}}<a href="#{{id}}">{{heading}}</a>{{/sections}}</nav>
    </header>
    <main>
    <dl class="figures">
    {{#figures}}
    <div class="{{meaning}}"><dt>{{label}}</dt><dd>{{value}}</dd></div>
    {{/figures}}
    </dl>
    {{#sections}}
    <section aria-labelledby="{{id}}"{{#hasDrawings}} class="drawn"{{/hasDrawings}}>
    <h2 id="{{id}}">{{heading}}</h2>
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#hasCharts}}
    <div class="charts">
    {{#charts}}
    <figure>
    <figcaption id="{{id}}">{{title}}</figcaption>
    <table class="bars" aria-labelledby="{{id}}"><tbody>
    {{#rows}}
    <tr><th scope="row"><bdi>{{label}}</bdi></th><td><svg aria-hidden="true">{{#bars}}\
    <rect x="{{start}}%" width="{{length}}%" height="100%" class="{{class}}"><title>{{title}}</title></rect>{{/bars}}</svg></td>\
    <td class="number">{{text}}</td></tr>
    {{/rows}}
    </tbody></table>
    </figure>
    {{/charts}}
    </div>
    {{/hasCharts}}
    {{#drawings}}
    <figure class="drawing">
    <figcaption id="{{id}}">{{title}}</figcaption>
    <svg role="img" aria-labelledby="{{id}}" width="{{width}}" height="{{height}}" viewBox="0 0 {{width}} {{height}}">
    {{#arrows}}
    <path class="arrow" d="{{line}}"/><path class="head" d="{{head}}"/>
    {{/arrows}}
    {{#boxes}}
    <rect class="box" x="1" y="{{y}}" width="{{width}}" height="{{height}}" rx="5"/>
    {{#lines}}
    <text class="{{class}}" x="10" y="{{y}}">{{text}}<title>{{whole}}</title></text>
    {{/lines}}
    {{/boxes}}
    </svg>
    </figure>
    {{/drawings}}
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
    <footer><p>Created by {{program}}</p></footer>
    <script>{{{script}}}</script>
    </body>
    </html>

    """
}
