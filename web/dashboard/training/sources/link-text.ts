/** Without its scheme, and with Vietnamese letters instead of percent escapes. */
export function shownAddress(address: string): string {
  const bare = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}
