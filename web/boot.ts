// Blocking, before the first paint: removes tokens from the address at once, and theme and language do not flicker.

const carriedNames = ['access_token', 'error', 'error_code', 'error_description', 'message']
const refusalNames = ['error', 'error_code', 'error_description']

/** Query parameters are left to the application. Read by `data/session/arrival.ts`. */
function takeArrival(): void {
  const url = new URL(location.href)
  const carried = new URLSearchParams(url.hash.slice(1))
  const inQuery = refusalNames.filter(name => url.searchParams.has(name))
  if (inQuery.length === 0 && !carriedNames.some(name => carried.has(name))) return
  for (const name of inQuery) {
    if (!carried.has(name)) carried.set(name, url.searchParams.get(name) ?? '')
    url.searchParams.delete(name)
  }
  url.hash = ''
  // Replaced, so that going back does not find it.
  history.replaceState(history.state, '', url)
  Object.assign(window, { senArrival: carried.toString() })
}

/** null if storage is disabled */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The application has one address; `/en` opens it in English. */
function takeLanguage(): void {
  const [, path] = /^\/en(\/.*)$/.exec(location.pathname) ?? []
  if (!path) return
  if (!stored('language')) {
    try {
      localStorage.setItem('language', 'en')
    } catch {}
  }
  history.replaceState(history.state, '', path + location.search + location.hash)
}

takeArrival()
takeLanguage()
const theme = stored('theme')
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
document.documentElement.lang = stored('language') === 'en' ? 'en' : 'vi'
