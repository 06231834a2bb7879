/// The style sheet of a page, for light and dark mode, small screens, and print.
enum PageStyle {
  /// The SHA-256 hash of the text for the Content-Security-Policy. A test checks it against the text.
  static let hash = "sha256-Gfd2mGRpPvEDm6HEz6DrJ+X06MOogtu3jc18N93gNpo="

  static let text = """
    :root{color-scheme:light dark;--page:#fff;--text:#1d1d1f;--soft:#57575c;--line:#d5d5da;--panel:#f5f5f7;
    --good:#1a7f37;--doubtful:#8a6100;--warning:#b54708;--bad:#c4222e;--faint:#6e6e76;--plain:#2f5fb3;--link:#0a58ca}
    @media (prefers-color-scheme:dark){:root{--page:#161618;--text:#f2f2f4;--soft:#b3b3ba;--line:#3a3a3f;--panel:#222226;
    --good:#4cc26b;--doubtful:#d9a514;--warning:#f28b3c;--bad:#ff6b70;--faint:#9a9aa3;--plain:#7aa7f0;--link:#7cb0ff}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--page);color:var(--text);
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    h1{font-size:1.6rem;margin:.3rem 0;line-height:1.2;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:1.5rem 0 .5rem}
    header p{margin:.5rem 0}header p,footer p,caption,figcaption,small{color:var(--soft)}
    a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:.25rem 1.2rem}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.75rem;margin:1rem 0}
    .figures div{background:var(--panel);border-left:.3rem solid var(--faint);border-radius:.4rem;padding:.6rem .8rem}
    .figures .good{border-color:var(--good)}.figures .doubtful{border-color:var(--doubtful)}
    .figures .warning{border-color:var(--warning)}.figures .bad{border-color:var(--bad)}
    .figures .plain{border-color:var(--plain)}
    dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.5rem;font-variant-numeric:tabular-nums}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}
    figure{margin:0;background:var(--panel);border-radius:.4rem;padding:.8rem;min-width:0}
    figcaption{font-weight:600;margin-bottom:.4rem}
    .bars svg{display:block;width:100%;height:1rem}
    .drawn{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:0 1.5rem;align-items:start}
    .drawn h2,.drawn>p{grid-column:1/-1}.drawing{overflow-x:auto}.drawing svg{display:block;max-width:100%;height:auto}
    .drawing text{fill:var(--text);font:12px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    .drawing text.name{font-weight:700}.drawing .box{fill:var(--page);stroke:var(--faint)}
    .drawing .arrow{fill:none;stroke:var(--plain);stroke-width:1.5}.drawing .head{fill:var(--plain)}
    .bars th,.bars td{border:0;padding:.08rem .4rem .08rem 0;vertical-align:middle;font-weight:400;line-height:1.3}
    .bars th{min-width:0;overflow-wrap:normal;white-space:nowrap}.bars td:nth-child(2){width:100%}
    rect.good{fill:var(--good)}rect.doubtful{fill:var(--doubtful)}rect.warning{fill:var(--warning)}
    rect.bad{fill:var(--bad)}rect.faint{fill:var(--faint)}rect.plain{fill:var(--plain)}
    .decisions,.decisions ul{list-style:none;margin:0;padding:0}.decisions>li{display:grid;align-items:start;
    grid-template-columns:3.5rem minmax(0,1fr) auto;gap:0 .8rem;padding:.25rem 0;border-bottom:1px solid var(--line)}
    .decisions b{font-size:1.2rem;line-height:1.25;text-align:right;font-variant-numeric:tabular-nums}
    .decisions>li>div,.decisions ul{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}
    .decisions>li>div>ul{display:contents}.decisions details[open]{flex-basis:100%}.decisions li li{font-size:.9rem}
    .decisions ul li{overflow-wrap:anywhere}
    .decisions ul small{display:inline}.decisions .bad>b{color:var(--bad)}.decisions .warning>b{color:var(--warning)}
    .decisions .doubtful>b{color:var(--doubtful)}.decisions .good>b{color:var(--good)}
    .decisions summary{font-size:.9rem}code{font:.8rem ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;
    background:var(--panel);border-radius:.3rem;padding:.15rem .4rem;overflow-wrap:anywhere}
    .decisions code{max-width:32rem;justify-self:start}
    summary{cursor:pointer;overflow-wrap:anywhere}summary:focus-visible,a:focus-visible,select:focus-visible
    {outline:2px solid var(--link);outline-offset:2px}
    .days{display:block;width:11.25rem;height:1.1rem}.days path,.plot path{fill:none}
    .days path{stroke-width:10;stroke-dasharray:.75 .25}.days .good{stroke:var(--good);stroke-width:4}
    .days .warning{stroke:var(--warning);stroke-width:7}.days .bad{stroke:var(--bad)}
    .days .faint{stroke:var(--faint);stroke-width:2}
    .strip .days{width:100%;height:2.5rem}.strip p{margin:.2rem 0 0}.strip,.trend{margin:.5rem 0 1rem}
    .axis{display:flex;justify-content:space-between;margin:.2rem 0 .4rem;color:var(--soft);font-size:.85rem}
    .legend{display:flex;flex-wrap:wrap;gap:0 1.2rem;margin:.2rem 0 .5rem}
    .legend span::before{content:"";display:inline-block;width:1.5rem;margin-right:.4rem;vertical-align:middle;
    border-top:3px solid var(--faint)}.legend .bad::before{border-color:var(--bad)}
    .legend .warning::before{border-top-style:dashed;border-color:var(--warning)}
    .legend .doubtful::before{border-top-style:dotted;border-color:var(--doubtful)}
    .legend .good::before{border-color:var(--good)}.legend .plain::before{border-color:var(--plain)}
    .plot{position:relative;padding-left:3rem}.plot svg{display:block;width:100%;height:9rem;
    border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
    .plot span{position:absolute;left:0;top:-.4rem;font-size:.85rem;color:var(--soft)}.plot span:last-child{top:8.2rem}
    .plot path{stroke-width:2.5;vector-effect:non-scaling-stroke}.plot .bad{stroke:var(--bad)}
    .plot .good{stroke:var(--good)}.plot .plain{stroke:var(--plain)}
    .plot .warning{stroke:var(--warning);stroke-dasharray:7 4}.plot .doubtful{stroke:var(--doubtful);stroke-dasharray:2 3}
    .trend table{max-width:30rem}.trend .axis{padding-left:3rem}
    .grouped thead th:last-child{text-align:right}.grouped .group th{background:var(--panel);font-weight:600;max-width:none}.group span{color:var(--soft)}
    .group small{display:inline;margin-left:.8rem;font-weight:400}
    .grouped tbody tr:target{outline:2px solid var(--link);outline-offset:-2px}
    .grouped tbody>tr>td{min-width:5rem}.grouped tbody>tr>td:nth-child(2){width:34%;min-width:12rem}
    .grouped td small{min-width:0;white-space:nowrap}.grouped span.bad{color:var(--bad)}
    .grouped span.warning{color:var(--warning)}.grouped span.doubtful{color:var(--doubtful)}
    .grouped dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .8rem;margin:.4rem 0}
    .grouped dd{font-size:.85rem;overflow-wrap:anywhere}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:.9rem}
    caption{text-align:left;padding:.3rem 0}
    th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
    tbody th{font-weight:500;min-width:9rem;max-width:24rem;overflow-wrap:anywhere}
    td.text{overflow-wrap:break-word;max-width:26rem}td small{min-width:10rem;max-width:26rem}
    .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    td.good,th.good{color:var(--good)}td.doubtful,th.doubtful{color:var(--doubtful)}
    td.warning,th.warning{color:var(--warning)}td.bad,th.bad{color:var(--bad)}td.faint,th.faint{color:var(--faint)}
    small{display:block;overflow-wrap:anywhere}
    thead button{all:unset;cursor:pointer;font-weight:700}
    thead button:focus-visible,input:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    th[aria-sort=ascending] button::after{content:" \\25B2"}th[aria-sort=descending] button::after{content:" \\25BC"}
    .search{display:flex;gap:.6rem;align-items:baseline;margin:.5rem 0;flex-wrap:wrap}
    .search label{display:flex;gap:.4rem;align-items:baseline}
    .search input,.search select{font:inherit;padding:.3rem .5rem;width:15rem;max-width:100%;color:inherit;background:var(--page);
    border:1px solid var(--faint);border-radius:.3rem}.search select{width:auto;max-width:12rem}
    .search button{font:inherit;padding:.3rem .7rem;color:inherit;background:var(--panel);border:1px solid var(--faint);
    border-radius:.3rem;cursor:pointer}
    @media (max-width:60rem){.decisions>li{grid-template-columns:2.5rem minmax(0,1fr)}.decisions code{grid-column:2}.grouped .days{width:8rem}}
    @media (max-width:40rem){body{padding:.6rem}dd{font-size:1.25rem}th,td{padding:.35rem .4rem}
    .grouped,.grouped tbody,.grouped caption{display:block}.grouped thead{position:absolute;left:-99rem}
    .grouped tr{display:grid;grid-template-columns:minmax(0,1fr) auto;border-bottom:1px solid var(--line);padding:.3rem 0}
    .grouped tr[hidden],.grouped tbody[hidden]{display:none}.grouped tr>*{border:0;padding:.1rem .3rem}
    .grouped thead th:last-child{text-align:right}.grouped .group th{grid-column:1/-1}.grouped tbody>tr>td:nth-child(2){grid-row:2;grid-column:1/-1;width:auto}
    .grouped tbody>tr>td:nth-child(3){grid-row:1;grid-column:2;text-align:right}
    .search label{width:100%}.search input,.search select{width:100%;max-width:none}}
    @media print{:root{--page:#fff;--text:#000;--soft:#333;--panel:#fff;--link:#000}.search,nav{display:none}
    .days path,.plot path{print-color-adjust:exact}tbody{break-inside:auto}
    body{max-width:none}.wide{overflow:visible}figure,tr{break-inside:avoid}rect{print-color-adjust:exact}}
    """
}
