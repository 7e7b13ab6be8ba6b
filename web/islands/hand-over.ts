/** Links in emails may point to any page. Returns the application's address with the fragment's contents. */
export function handOver(href: string): string | undefined {
  const url = new URL(href)
  const carried = new URLSearchParams(url.hash.slice(1))
  for (const name of ['error', 'error_code', 'error_description']) {
    const value = url.searchParams.get(name)
    if (value !== null && !carried.has(name)) carried.set(name, value)
  }
  if (!['access_token', 'error', 'error_code', 'error_description', 'message'].some(name => carried.has(name)))
    return undefined
  const language = /^\/en(?:\/|$)/.test(url.pathname) ? '/en' : ''
  return `${language}/auth?arrived#${carried}`
}
