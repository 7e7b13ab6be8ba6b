export type CookieBrowser = {
  /** By host, as `name=value`. */
  cookies: Map<string, string>
  open(url: string): Promise<Response>
}

/** A browser as far as signing in elsewhere needs one: it opens pages with the cookie that their host gave, and does not follow. */
export function cookieBrowser(): CookieBrowser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async open(url) {
      const { host } = new URL(url)
      const cookie = cookies.get(host)
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie ? { cookie } : {}) }
      const answer = await fetch(url, { redirect: 'manual', headers })
      const set = answer.headers.get('set-cookie')
      if (set) cookies.set(host, set.split(';')[0] ?? '')
      return answer
    },
  }
}
