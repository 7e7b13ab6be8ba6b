/** An address as people read it: without its scheme, with Vietnamese letters instead of percent signs. */
export function shownAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}
