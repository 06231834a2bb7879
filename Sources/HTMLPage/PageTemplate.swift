import Diagnostics
import Mustache

/// All inserted values are escaped.
enum PageTemplate {
  static func render(_ values: [String: Any]) throws -> String { try parsed(text).render(values) }

  static func parsed(_ text: String) throws -> MustacheTemplate {
    MustacheContentTypes.register(ShownText(), named: "PAGE")
    return try MustacheTemplate(string: "{{% CONTENT_TYPE: PAGE}}" + text)
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

  /// A name of a decision.
  private static let decided = """
    <li>{{#row}}<a href="#{{.}}">{{/row}}<bdi>{{text}}</bdi>{{#row}}</a>{{/row}}{{#note}} <small>{{.}}</small>{{/note}}</li>
    """

  private static let dayBars = """
    <svg class="days" role="img" aria-label="{{label}}" viewBox="0 0 {{count}} 10" preserveAspectRatio="none">\
    {{#paths}}<path class="{{class}}" d="{{path}}"/>{{/paths}}</svg>
    """

  /// The beginning of every document. Its policy names the only style and script: their hashes, or `self` for files.
  static let head = """
    <!DOCTYPE html>
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
    """

  private static let text = """
    \(head)
    <style>{{{style}}}</style>
    </head>
    <body>
    <header>
    <h1>{{title}}</h1>
    <p>{{lead}}</p>
    <nav aria-label="Sections">{{#sections}}<a href="#{{id}}">{{heading}}</a>{{/sections}}</nav>
    </header>
    <main>
    {{#hasFigures}}
    <dl class="figures">
    {{#figures}}
    <div class="{{meaning}}"><dt>{{label}}</dt><dd>{{value}}</dd></div>
    {{/figures}}
    </dl>
    {{/hasFigures}}
    {{#sections}}
    <section aria-labelledby="{{id}}"{{#hasDrawings}} class="drawn"{{/hasDrawings}}>
    <h2 id="{{id}}">{{heading}}</h2>
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#hasDecisions}}
    <ul class="decisions">
    {{#decisions}}
    <li class="{{meaning}}"><b>{{count}}</b><div><strong>{{title}}</strong>
    <ul>{{#names}}\(decided){{/names}}</ul>
    {{#hasMore}}<details><summary>{{more}} more</summary><ul>{{#others}}\(decided){{/others}}</ul></details>{{/hasMore}}
    {{#unnamed}}<small>and {{.}} others</small>{{/unnamed}}</div>{{#command}}<code>{{.}}</code>{{/command}}</li>
    {{/decisions}}
    </ul>
    {{/hasDecisions}}
    {{#dayCharts}}
    <figure class="strip">
    <figcaption>{{title}}</figcaption>
    {{#bars}}\(dayBars){{/bars}}
    <p class="axis"><span>{{first}}</span><span>{{last}}</span></p>
    <p>{{text}}</p>
    </figure>
    {{/dayCharts}}
    {{#lineCharts}}
    <figure class="trend">
    <figcaption id="{{id}}">{{title}}</figcaption>
    <p class="legend">{{#lines}}<span class="{{class}}">{{label}} {{value}}</span>{{/lines}}</p>
    <div class="plot" aria-hidden="true"><svg viewBox="0 -3 1000 106" preserveAspectRatio="none">\
    {{#lines}}<path class="{{class}}" d="{{path}}"/>{{/lines}}</svg><span>{{greatest}}</span><span>0</span></div>
    <p class="axis" aria-hidden="true"><span>{{first}}</span><span>{{last}}</span></p>
    <details><summary>Numbers by day</summary><table aria-labelledby="{{id}}">
    <thead><tr><th scope="col">day</th>{{#lines}}<th scope="col" class="number">{{label}}</th>{{/lines}}</tr></thead>
    <tbody>
    {{#days}}
    <tr><th scope="row">{{label}}</th>{{#values}}<td class="number">{{.}}</td>{{/values}}</tr>
    {{/days}}
    </tbody>
    </table></details>
    </figure>
    {{/lineCharts}}
    {{#groupedTables}}
    <div class="table" data-filter="{{grouping}}">
    <table class="grouped" role="table">
    <caption>{{caption}}</caption>
    <thead role="rowgroup"><tr role="row">{{#columns}}<th scope="col" role="columnheader">{{.}}</th>{{/columns}}</tr></thead>
    {{#groups}}
    <tbody role="rowgroup" data-group="{{name}}">
    <tr class="group" role="row"><th scope="rowgroup" role="rowheader" colspan="5">{{name}} <span>{{count}}</span>\
    {{#note}}<small>{{.}}</small>{{/note}}</th></tr>
    {{#rows}}
    <tr id="{{id}}" role="row"{{#filters}} data-{{name}}="{{value}}"{{/filters}}>\
    <th scope="row" role="rowheader">{{#link}}<a href="{{.}}" rel="noopener noreferrer nofollow">{{/link}}<bdi>{{title}}</bdi>\
    {{#link}}</a>{{/link}}{{#address}}<small><bdi>{{.}}</bdi></small>{{/address}}</th>\
    <td role="cell"><details><summary><bdi>{{reason}}</bdi></summary>\
    <dl>{{#details}}<dt>{{name}}</dt><dd><bdi>{{value}}</bdi></dd>{{/details}}</dl><code>{{command}}</code></details></td>\
    <td role="cell"><span class="{{meaning}}">{{state}}</span>{{#since}}<small>{{.}}</small>{{/since}}</td>\
    <td role="cell">{{#bars}}\(dayBars){{/bars}}</td><td role="cell" class="number">{{number}}</td></tr>
    {{/rows}}
    </tbody>
    {{/groups}}
    </table>
    </div>
    {{/groupedTables}}
    {{#hasCharts}}
    <div class="charts">
    {{#charts}}
    <figure>
    <figcaption id="{{id}}">{{title}}</figcaption>
    <table class="bars" aria-labelledby="{{id}}"><tbody>
    {{#rows}}
    <tr><th scope="row"><bdi>{{label}}</bdi></th><td><svg aria-hidden="true">\
    <rect width="{{length}}%" height="100%" class="{{class}}"/></svg></td><td class="number">{{value}}</td></tr>
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
