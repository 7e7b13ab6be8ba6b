// Runs before the first paint and before every other line, as a small blocking script: so that what a link brought along
// stands in the address no longer than that, and neither theme nor language flickers.

const carriedNames = ['access_token', 'error', 'error_code', 'error_description', 'message']
const refusalNames = ['error', 'error_code', 'error_description']

/** Leaves what came in the address as a query string to the application alone: `data/arrival.ts` takes it up. */
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
  // Replaced, not added: going back must not find it either.
  history.replaceState(history.state, '', url)
  Object.assign(window, { senArrival: carried.toString() })
}

/** A value kept in the browser, or null where storage is switched off. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The application stands at one address; below `/en` somebody is led to it in English. */
function takeLanguage(): void {
  const [, path] = /^\/en(\/.*)$/.exec(location.pathname) ?? []
  if (!path) return
  if (!stored('language')) {
    try {
      localStorage.setItem('language', 'en')
    } catch {
      // Without storage the language cannot be remembered.
    }
  }
  history.replaceState(history.state, '', path + location.search + location.hash)
}

takeArrival()
takeLanguage()
const theme = stored('theme')
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
document.documentElement.lang = stored('language') === 'en' ? 'en' : 'vi'
