/** For unverified addresses; `URL.canParse` is newer than Safari 16.4. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
