const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|zarsrc|mc_[ce]id|_ga|ref|igshid|yclid|spm|srsltid)$/i
const assets =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|css|m?js|json|map|pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|tar|mp3|mp4|m4a|avi|mov|webm|woff2?|ttf|eot|apk|exe|dmg|xml|rss|atom)$/i
/** The most a database index takes. */
const maxAddressLength = 2_048
const signInPaths =
  /\/(?:cart|gio-hang|checkout|login|dang-nhap|register|dang-ky|my-account|wp-login\.php|wp-admin|wp-json|xmlrpc\.php|feed|logout)(?:\/|$)/i

export function typedAddress(text: string): string {
  const trimmed = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(whole) ? pageAddress(whole) : ''
}

/** Without fragment and tracking parameters. */
export function pageAddress(address: string): string {
  const url = new URL(address)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return url.search === '' ? url.href.replace(/\?$/, '') : url.href
}

/** Pages also link to local files and other protocols. */
export function isWebAddress(address: string): boolean {
  return address.length <= maxAddressLength && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

export function siteOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '')
}

export function looksLikePage(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  return (
    isWebAddress(address) && !assets.test(pathname) && !signInPaths.test(pathname) && !searchParams.has('add-to-cart')
  )
}

export function robotsAddress(address: string): string {
  return `${new URL(address).origin}/robots.txt`
}

/** As a canonical address it says nothing about other pages. */
export function isFrontPage(address: string): boolean {
  return new URL(address).pathname === '/'
}
