// Runs before the first paint, as a small blocking script, so that neither theme nor language flickers.

/** A value kept in the browser, or null where storage is switched off. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const theme = stored('theme')
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
document.documentElement.lang = stored('language') === 'en' ? 'en' : 'vi'
