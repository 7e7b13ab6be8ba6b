export type Device = {
  browser: string | null
  system: string | null
  kind: 'computer' | 'phone' | 'tablet' | 'program'
}

// Order matters: nearly all claim to be Chrome or Safari too.
const browsers: [string, RegExp][] = [
  ['Zalo', /\bZalo\b/i],
  ['Facebook', /\bFB(AN|AV|IOS)\b/],
  ['Cốc Cốc', /coc_coc_browser/i],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\b/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [string, RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

export function deviceOf(userAgent: string): Device {
  const system = nameIn(systems, userAgent)
  const browser = nameIn(browsers, userAgent)
  return { browser, system, kind: kindOf(userAgent, browser, system) }
}

function kindOf(userAgent: string, browser: string | null, system: string | null): Device['kind'] {
  if (browser === null) return 'program'
  if (system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(userAgent))) return 'tablet'
  return system === 'iPhone' || system === 'Android' ? 'phone' : 'computer'
}

function nameIn(list: [string, RegExp][], text: string): string | null {
  return list.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
