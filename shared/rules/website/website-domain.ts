// A registered domain is a lower-case punycode host, exact or `*.example.com`, with its port unless default.

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const loopback = new Set(['localhost', '127.0.0.1'])

/** Reads `https://Tiệm-Gốm.vn/lien-he`, `*.shop.vn`, `localhost:3000`. Returns the host as stored; null if there is none. */
export function readDomain(typed: string): string | null {
  const given = typed.trim().toLowerCase().slice(0, 2000)
  const [, scheme = 'http', rest = ''] = /^(?:(https?):)?(?:\/\/)?(.*)$/s.exec(given) ?? []
  const [, star = '', place = ''] = /^(\*\.)?(.*)$/s.exec(rest) ?? []
  let url: URL
  try {
    url = new URL(`${scheme}://${place}`)
  } catch {
    return null
  }
  if (url.username !== '' || url.password !== '') return null
  const name = url.hostname.replace(/\.$/, '')
  const labels = name.split('.')
  if (name.length > 253 || !labels.every(part => label.test(part))) return null
  if (labels.length < 2 && name !== 'localhost') return null
  if (star !== '' && (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? ''))) return null
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return `${star}${name}${port}`
}

/** An origin of `null` or another scheme is never registered. */
export function isRegistered(origin: string, domains: readonly string[]): boolean {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (!/^https?:$/.test(url.protocol) || url.origin !== origin) return false
  return domains.some(domain => {
    const [, star, name = '', port = ''] = /^(\*\.)?([^:]*)(?::(\d+))?$/.exec(domain) ?? []
    const sameName = star ? url.hostname.endsWith(`.${name}`) : url.hostname === name
    const samePort = url.port === port || (port === '' && (loopback.has(name) || ['80', '443'].includes(url.port)))
    return sameName && samePort
  })
}

/** For a Content-Security-Policy; 'none' for an empty list. */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return "'none'"
  return domains
    .flatMap(domain => {
      const place = loopback.has(domain) ? `${domain}:*` : domain
      return [`https://${place}`, `http://${place}`]
    })
    .join(' ')
}
