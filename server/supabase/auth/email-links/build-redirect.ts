export type RedirectParts = { query?: Record<string, string>; fragment?: Record<string, string> }

export function buildRedirect(home: string, { query = {}, fragment }: RedirectParts): string {
  const back = new URL(home)
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
  const address = Object.keys(query).length > 0 ? back.href : home
  return fragment ? `${address}#${new URLSearchParams(fragment).toString()}` : address
}
