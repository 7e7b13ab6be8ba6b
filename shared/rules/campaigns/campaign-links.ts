export const maxLinks = 5
const maxLinkLength = 1000
const anyLink = /https?:\/\/[^\s<>"'`{}|\\^]+/giu

/** Links that can be counted. One that contains a place differs by person and is left out. */
export function linksIn(text: string): string[] {
  const found = [...text.matchAll(anyLink)].flatMap(({ 0: match, index }) => {
    const link = withoutEnd(match)
    return text[index + match.length] !== '{' && targetOf(link) ? [link] : []
  })
  return [...new Set(found)].slice(0, maxLinks)
}

/** undefined for a link we would send nobody to, such as one that hides its host behind a name before an @. */
export function targetOf(link: string): string | undefined {
  const address = read(link)
  if (!address) return undefined
  const { protocol, username, password, hostname, href } = address
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password || !hostname.includes('.') || href.length > maxLinkLength ? undefined : href
}

/** `URL.canParse` is newer than some browsers. */
function read(link: string): URL | undefined {
  try {
    return new URL(link)
  } catch {
    return undefined
  }
}

export function withLinks(text: string, addressOf: (link: string) => string | undefined): string {
  return text.replace(anyLink, match => {
    const link = withoutEnd(match)
    return `${addressOf(link) ?? link}${match.slice(link.length)}`
  })
}

/** Punctuation of the sentence is not part of the link. */
function withoutEnd(match: string): string {
  let link = match
  while (isSign(link)) link = link.slice(0, -1)
  return link
}

function isSign(link: string): boolean {
  if (/[.,;:!?…’”»*_~]$/u.test(link)) return true
  return (link.endsWith(')') && !link.includes('(')) || (link.endsWith(']') && !link.includes('['))
}
