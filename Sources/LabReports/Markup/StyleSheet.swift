/// How the page looks. Colours of owners are those of Okabe and Ito, colours of cells those of Paul Tol: both
/// can be told apart with any kind of colour vision, and the two kinds are never taken for each other.
enum StyleSheet {
  static let text = themes + page + tables + drawings + narrowAndPrint

  private static let themes = """
    :root {
      --paper: #fdfdfc; --ink: #17191c; --soft: #5a6067; --rule: #dcdedb; --wash: #f3f4f2;
      --bad: #b3261e; --doubt: #8a5a00; --good: #1b6b47; --histogram: #b9c2cb; --link: #0b5394;
      --user: #8a8f94; --setting: #e69f00; --pipeline: #0072b2; --network: #56b4e9; --stt: #009e73;
      --llm: #cc79a7; --tts: #d55e00; --s2s: #8f5bd0; --tool: #f0e442; --device: #4a4f55; --unattributed: #c9ccc8;
      --s0: #332288; --s1: #cc6677; --s2: #117733; --s3: #88a0c4; --s4: #999933; --s5: #aa4499;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15171a; --ink: #e9eae7; --soft: #9ba1a8; --rule: #33373c; --wash: #1d2024;
        --bad: #ff8a7d; --doubt: #e5b567; --good: #6fcf9f; --histogram: #4a535d; --link: #8ec5ff;
        --pipeline: #2f86d0; --network: #9bd6f5; --stt: #14b388; --tts: #ea7420; --s2s: #a883e0; --device: #b3b8bd; --unattributed: #4a4e52;
        --s0: #9d91ee; --s1: #e08595; --s2: #4fb570; --s3: #a9c0e3; --s4: #c5c55c; --s5: #d27fc4;
      }
    }

    """

  private static let page = """
    * { box-sizing: border-box; }
    html { background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
    body {
      margin: 0 auto; max-width: 1136px; padding: 56px 48px 72px;
      font: 14px/1.5 Inter, "Helvetica Neue", "Segoe UI", "Liberation Sans", Arial, sans-serif;
      font-variant-numeric: tabular-nums;
    }
    .eyebrow, .facts dt, .headline dt {
      color: var(--soft); font-size: 11.5px; letter-spacing: .04em; margin: 0;
    }
    h1 { font-size: 34px; line-height: 1.15; font-weight: 600; letter-spacing: -.015em; margin: 4px 0 20px;
      overflow-wrap: anywhere; }
    h2 { font-size: 20px; font-weight: 600; letter-spacing: -.005em; margin: 0 0 6px; }
    h2 .number { color: var(--soft); font-weight: 400; display: inline-block; min-width: 28px; }
    h3 { font-size: 14px; font-weight: 600; margin: 28px 0 6px; }
    section { border-top: 1px solid var(--ink); margin-top: 52px; padding-top: 14px; }
    .lead { color: var(--soft); max-width: 76ch; margin: 0 0 18px; }
    .omitted { color: var(--soft); font-style: italic; margin: 6px 0; }
    a { color: var(--link); }
    .facts { display: flex; flex-wrap: wrap; gap: 12px 32px; margin: 0; padding: 14px 0; border: solid var(--rule);
      border-width: 1px 0; }
    .facts dd { margin: 0; overflow-wrap: anywhere; }
    .shared { margin: 12px 0 0; overflow-wrap: anywhere; }
    .shared span { color: var(--soft); }
    .banner { margin: 20px 0; padding: 10px 16px; background: var(--wash); border-left: 3px solid var(--good); }
    .banner p { margin: 0; }
    .banner strong { color: var(--good); margin-right: 8px; }
    .banner.bad { border-color: var(--bad); }
    .banner.bad strong { color: var(--bad); }
    .banner ul { margin: 4px 0 0; padding-left: 18px; }
    .warnings { list-style: none; margin: 0; padding: 0; }
    .warnings > li { display: grid; grid-template-columns: 84px 1fr; padding: 12px 0 12px 14px;
      border-top: 1px solid var(--rule); border-left: 3px solid var(--rule); }
    .warnings > .is-doubt { border-left-color: var(--doubt); }
    .warnings > .is-invalid { border-left-color: var(--bad); }
    .severity { color: var(--soft); }
    .is-doubt > .severity { color: var(--doubt); }
    .is-invalid > .severity { color: var(--bad); }
    .warnings h3, .warnings p { margin: 0; max-width: 82ch; }
    .warnings h3 .code { color: var(--soft); font-weight: 400; margin-left: 8px; }
    .warnings .why { color: var(--soft); }
    .warnings .places { list-style: none; margin: 0; padding: 0; }
    .warnings .places li { max-width: 110ch; overflow-wrap: anywhere; }
    .warnings .places b { font-weight: 500; }
    .warnings details { border: 0; padding: 2px 0; }
    .headline { display: flex; flex-wrap: wrap; gap: 20px 48px; margin: 28px 0 0; }
    .headline > div { display: flex; flex-direction: column; }
    .headline dd { margin: 0; font-size: 32px; line-height: 1.2; font-weight: 300; letter-spacing: -.02em; }
    .headline small { font-size: 15px; color: var(--soft); letter-spacing: 0; }
    nav ol { display: flex; flex-wrap: wrap; gap: 4px 24px; list-style: none; margin: 32px 0 0; padding: 0; }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    .legend { display: flex; flex-wrap: wrap; gap: 4px 22px; list-style: none; margin: 0 0 10px; padding: 0; }
    .legend span { color: var(--soft); }
    .swatch { display: inline-block; width: 11px; height: 11px; margin-right: 7px; }
    details { border-top: 1px solid var(--rule); padding: 7px 0; }
    summary { cursor: pointer; color: var(--soft); overflow-wrap: anywhere; }
    details[open] summary { color: var(--ink); margin-bottom: 8px; }
    figure { margin: 22px 0 34px; }
    figcaption { color: var(--soft); margin-bottom: 6px; overflow-wrap: anywhere; }
    figcaption strong { color: var(--ink); font-weight: 600; margin-right: 10px; }
    .definitions { margin: 0; }
    .definitions > div { display: grid; grid-template-columns: 170px 1fr; gap: 0 20px; padding: 9px 0;
      border-top: 1px solid var(--rule); }
    .definitions dt, .code { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; font-size: 12px; }
    .definitions dt { padding-top: 1px; }
    .definitions dd { margin: 0; max-width: 76ch; }
    .span, .note { display: block; color: var(--soft); }
    .span { color: var(--ink); font-size: 12.5px; margin-top: 2px; opacity: .8; }
    footer { margin-top: 56px; border-top: 1px solid var(--ink); padding-top: 10px; color: var(--soft); }

    """

  private static let tables = """
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 1.35; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    th { font-weight: 500; color: var(--soft); text-align: left; vertical-align: bottom; padding: 4px 8px;
      border-bottom: 1px solid var(--ink); }
    th.group { color: var(--ink); border-bottom: 1px solid var(--rule); text-align: left; }
    td { padding: 6px 8px; border-bottom: 1px solid var(--rule); vertical-align: top; }
    thead td { border: 0; }
    th:first-child, td:first-child { padding-left: 0; }
    th:last-child, td:last-child { padding-right: 0; }
    .first { padding-left: 22px; }
    th.figure, td.figure { text-align: right; }
    td.figure { white-space: nowrap; }
    td.name { overflow-wrap: anywhere; min-width: 7em; }
    td small { display: block; font-size: 10.5px; color: var(--soft); }
    td.nought { color: var(--soft); opacity: .7; }
    .missed { color: var(--bad); }
    td.missed span { font-size: 10px; margin-right: 3px; }
    th button { all: unset; cursor: pointer; }
    th button:hover, th button:focus-visible { color: var(--ink); text-decoration: underline; }
    th[aria-sort] button { color: var(--ink); }
    th[aria-sort="ascending"] button::after { content: " ↑"; }
    th[aria-sort="descending"] button::after { content: " ↓"; }

    """

  private static let drawings = """
    .drawing { overflow-x: auto; }
    svg { display: block; width: 100%; min-width: 720px; height: auto; }
    svg[aria-hidden] { position: absolute; min-width: 0; width: 0; }
    svg text { fill: var(--ink); font-size: 12px; }
    svg .tick { fill: var(--soft); font-size: 11px; }
    svg .code { font-size: 11px; }
    svg .value { font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
    svg .strong { font-weight: 600; }
    svg line { stroke-width: 1; shape-rendering: crispEdges; }
    svg .grid { stroke: var(--rule); }
    svg .zero, svg .rule { stroke: var(--soft); stroke-opacity: .6; }
    svg .moment { stroke: var(--soft); stroke-dasharray: 1 2; }
    svg .target { stroke: var(--bad); stroke-dasharray: 5 4; stroke-opacity: .8; }
    svg .histogram { fill: var(--histogram); }
    svg .median { stroke: var(--ink); stroke-width: 2; }
    svg .quantile { stroke: var(--ink); stroke-width: 1.5; }
    svg .part { stroke: var(--paper); stroke-width: 1; }
    svg .backwards { fill-opacity: .45; }
    svg .series { fill: none; stroke-width: 2; stroke-linejoin: round; shape-rendering: auto; }
    .s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); }
    .s3 { stroke: var(--s3); } .s4 { stroke: var(--s4); } .s5 { stroke: var(--s5); }
    .s1 { stroke-dasharray: 8 3; } .s2 { stroke-dasharray: 3 3; } .s3 { stroke-dasharray: 10 3 3 3; }
    .s4 { stroke-dasharray: 1.5 3; } .s5 { stroke-dasharray: 14 4; }
    .user { fill: var(--user); background: var(--user); }
    .setting { fill: var(--setting); background: var(--setting); }
    .pipeline { fill: var(--pipeline); background: var(--pipeline); }
    .network { fill: var(--network); background: var(--network); }
    .stt { fill: var(--stt); background: var(--stt); }
    .llm { fill: var(--llm); background: var(--llm); }
    .tts { fill: var(--tts); background: var(--tts); }
    .s2s { fill: var(--s2s); background: var(--s2s); }
    .tool { fill: var(--tool); background: var(--tool); }
    .device { fill: var(--device); background: var(--device); }
    .unattributed { fill: url(#hatch);
      background: repeating-linear-gradient(45deg, var(--unattributed) 0 3px, var(--soft) 3px 4px); }
    .hatch-ground { fill: var(--unattributed); } .hatch-line { fill: var(--soft); }
    svg .on-user, svg .on-setting, svg .on-network, svg .on-llm, svg .on-tool, svg .on-unattributed,
    svg .on-stt, svg .on-tts { fill: #101214; font-size: 11px; }
    svg .on-pipeline, svg .on-device { fill: #fff; font-size: 11px; }

    """

  private static let narrowAndPrint = """
    @media (max-width: 720px) {
      body { padding: 28px 18px 48px; }
      .definitions > div { grid-template-columns: 1fr; }
    }
    @media print {
      :root { --paper: #fff; --ink: #000; --soft: #444; --rule: #ccc; --wash: #f4f4f4; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      nav, details:not([open]) { display: none; }
      section, figure, tr { break-inside: avoid; }
      #latency, #counts, #definitions, #turns { break-inside: auto; }
      .swatch, svg, .banner { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }

    """
}
