/// The style sheet of a site, after that of a page.
enum SiteStyle {
  static let text = """
    [hidden]{display:none!important}
    .site{max-width:64rem}.site header p{overflow-wrap:anywhere}
    .site header nav{gap:.25rem .4rem}.site h2 span,.cards span{color:var(--soft);font-weight:400;
    font-size:.9rem}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.4rem;padding:.3rem .6rem;background:var(--page)}
    .documents{display:flex;flex-wrap:wrap;gap:.25rem 1.2rem}#feeds:focus{outline:0}
    .cards,.entries,.rows,.entries ul{list-style:none;margin:0;padding:0}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.75rem}
    .cards li{background:var(--panel);border-radius:.4rem;padding:.7rem .8rem;overflow-wrap:anywhere}
    .cards li>a:first-child{font-weight:600}.cards p{margin:.3rem 0 0;font-size:.9rem}
    .entries>li{display:grid;grid-template-columns:2.75rem minmax(0,1fr);gap:0 .9rem;padding:.9rem .4rem;
    border-bottom:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 10rem;overflow-wrap:anywhere}
    .entries>li:target{background:var(--panel);outline:2px solid var(--link)}
    .entries h2{font-size:1.05rem;line-height:1.3;margin:0}.entries p{margin:.2rem 0}.entries ul{font-size:.9rem;margin:.3rem 0 0}
    .entries ul li{padding:.1rem 0}.facts,.address,.entries time{color:var(--soft);font-size:.9rem}
    .facts .good,.rows .good{color:var(--good)}.facts .warning,.rows .warning{color:var(--warning)}
    .facts .doubtful,.rows .doubtful{color:var(--doubtful)}
    .facts .bad,.rows .bad{color:var(--bad)}.facts .faint{color:var(--faint)}
    .mark{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:.6rem;color:#fff;font-weight:700;
    font-size:1.2rem;print-color-adjust:exact}
    .t0{background:#2f5fb3}.t1{background:#1a7f37}.t2{background:#8a6100}.t3{background:#b54708}.t4{background:#a3266f}
    .t5{background:#5b4bb5}
    .rows{columns:3 16rem;column-gap:1.5rem}.rows li{break-inside:avoid;padding:.15rem 0;overflow-wrap:anywhere}
    .rows small{color:var(--soft)}
    .site .search{margin:1rem 0}.site .search input{width:12rem}.site .search select{max-width:9rem}
    @media (max-width:40rem){.entries>li{grid-template-columns:2.25rem minmax(0,1fr)}.mark{width:2.25rem;height:2.25rem}
    .site .search input,.site .search select{width:100%;max-width:none}.site .search label{display:grid;grid-template-columns:5.5rem 1fr}}
    @media (forced-colors:active){.mark{border:1px solid}}
    """
}
