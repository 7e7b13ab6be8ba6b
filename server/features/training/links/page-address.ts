const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|zarsrc|mc_[ce]id|_ga|ref|igshid|yclid|spm|srsltid)$/i
const assets =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|css|m?js|json|map|pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|tar|mp3|mp4|m4a|avi|mov|webm|woff2?|ttf|eot|apk|exe|dmg|xml|rss|atom)$/i
/** As long as an index of the database bears, and longer than any page's. */
const maxAddressLength = 2_048
const signInPaths =
  /\/(?:cart|gio-hang|checkout|login|dang-nhap|register|dang-ky|my-account|wp-login\.php|wp-admin|wp-json|xmlrpc\.php|feed|logout)(?:\/|$)/i

/** What a person typed, as an address: without its scheme it is meant as https. */
export function typedAddress(text: string): string {
  const trimmed = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(whole) ? pageAddress(whole) : ''
}

/** One address for one page: without the place inside it and without the marks of advertisements. */
export function pageAddress(address: string): string {
  const url = new URL(address)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return url.search === '' ? url.href.replace(/\?$/, '') : url.href
}

/** Whether this may be the address of a page at all: others' pages lead to files of the machine, other protocols, and nowhere. */
export function isWebAddress(address: string): boolean {
  return address.length <= maxAddressLength && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** The site that an address belongs to; with and without `www` it is one. */
export function siteOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '')
}

/** Whether a link could lead to a page with something to read: no picture, no file, no cart, no sign-in. */
export function looksLikePage(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  return (
    isWebAddress(address) && !assets.test(pathname) && !signInPaths.test(pathname) && !searchParams.has('add-to-cart')
  )
}

export function robotsAddress(address: string): string {
  return `${new URL(address).origin}/robots.txt`
}

/** Only the host's front page: a canonical address there says nothing about another page. */
export function isFrontPage(address: string): boolean {
  return new URL(address).pathname === '/'
}
