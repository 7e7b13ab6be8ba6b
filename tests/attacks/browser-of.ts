// One person's browser, without a port: keeps cookies and sends a browser's headers.
import type { AuthDriver } from '#tests/drivers/auth-driver.ts'

export type Browser = {
  call: AuthDriver['call']
  /** Also posts the page behind a mailed link; returns the parameters of the final address. */
  open(link: URL): Promise<URL>
  headers(): Record<string, string>
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36'

export function browserOf({ app, call, platform }: AuthDriver): Browser {
  const cookies = new Map<string, string>()
  const storeCookies = (set: unknown): void => {
    for (const one of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(typeof one === 'string' ? one : '') ?? []
      if (name) cookies.set(name, value)
    }
  }
  const headers = () => ({
    'user-agent': agent,
    'sec-fetch-site': 'same-origin',
    ...(cookies.size > 0 ? { cookie: [...cookies].map(pair => pair.join('=')).join('; ') } : {}),
  })
  return {
    headers,
    async call(address, body, options = {}) {
      const own = {
        ...headers(),
        origin: platform.config.publicUrl,
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
      }
      const answer = await call(address, body, { ...options, headers: { ...own, ...options.headers } })
      storeCookies(answer.headers['set-cookie'])
      return answer
    },
    async open(link) {
      const visit = { ...headers(), accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      const url = `${link.pathname}${link.search}`
      storeCookies((await app.inject({ method: 'GET', url, headers: visit })).headers['set-cookie'])
      const form = { ...visit, ...headers(), 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await app.inject({ method: 'POST', url, headers: form, payload: '' })
      storeCookies(answer.headers['set-cookie'])
      return new URL(String(answer.headers.location))
    },
  }
}
