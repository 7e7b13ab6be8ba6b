/**
 * Links of mails, and sign-ins elsewhere, may lead to any page of the site and bring a session or a reason along. The application
 * takes it up, and knows where its reader goes on (`landing.ts`).
 * @returns where the application stands, in the page's language, with what was brought in the fragment; undefined where nothing was
 */
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
