import type { PageFinding } from '#shared/contracts/channels/page-check.contract.ts'

type Page = { body: string; policies: string[] }
type Found = { finding: PageFinding; detail: string | null }

/** Characters; with less visible text, scripts build the page. */
const minText = 200
const makers = /googletagmanager\.com\/gtm\.js|id=["'](?:root|app|__next|__nuxt)["']/i

/** Also checks whether the page's content security policy lets it run. */
export function readPageCode({ body, policies }: Page, { server, widget }: { server: string; widget: string }): Found {
  const tags = [...body.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
  const ours = tags.filter(tag => tag.includes('/widget/v1/loader.js'))
  const widgets = ours.map(tag => /data-widget\s*=\s*["']?([\w-]+)/i.exec(tag)?.[1])
  if (widgets.includes(widget)) {
    const forbidden = [...policies, ...metaPolicies(body)].some(policy => forbids(policy, server))
    return forbidden ? { finding: 'csp', detail: server } : { finding: 'well', detail: null }
  }
  if (ours.length > 0) return { finding: 'other_code', detail: widgets.find(Boolean) ?? null }
  return { finding: makers.test(body) || textOf(body).length < minText ? 'scripts' : 'absent', detail: null }
}

function metaPolicies(body: string): string[] {
  return [...body.matchAll(/<meta\b[^>]*>/gi)].flatMap(([tag]) => {
    if (!/http-equiv\s*=\s*["']?content-security-policy["'\s]/i.test(tag)) return []
    return /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? []
  })
}

function forbids(policy: string, server: string): boolean {
  const rules = new Map(
    policy
      .split(';')
      .map(rule => rule.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  )
  const of = (...names: string[]) => names.map(name => rules.get(name)).find(Boolean)
  const needed = [
    of('script-src-elem', 'script-src', 'default-src'),
    of('connect-src', 'default-src'),
    of('frame-src', 'child-src', 'default-src'),
  ]
  return needed.some(sources => sources !== undefined && !sources.some(source => allows(source, server)))
}

function allows(source: string, server: string): boolean {
  const { protocol, host, hostname } = new URL(server)
  const wanted = source.toLowerCase().replace(/\/.*$/, match => (match.startsWith('//') ? match : ''))
  const name = wanted.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  if (wanted === '*' || wanted === protocol || wanted === "'strict-dynamic'") return true
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : name === host || name === hostname
}

function textOf(body: string): string {
  return body
    .replace(/<(script|style|noscript)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^>]{0,2000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
