// A shop's own website on another origin, as strict as a site may be: only what the widget's guide asks for is allowed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ShopPage = { origin: string; close(): Promise<void> }
export type ShopPageOptions = {
  /** Origin of the server that the widget comes from. */
  server: string
  /** Replaces the attributes of the script tag. */
  attributes?: string
  lang?: string
  /** More in the head or before the script. */
  before?: string
  /** Replaces the site's policy; null: it has none. Every script of the page has the nonce `shop`. */
  policy?: string | null
  /** Leaves the widget's script out: the page adds it later. */
  bare?: boolean
}

/** Serves a page that carries the widget; `widget` is read at each request, so it may be made after the page's address is known. */
export async function serveShopPage(options: () => ShopPageOptions & { widget: string }): Promise<ShopPage> {
  const site = createServer((request, response) => {
    const { server, widget, attributes = '', lang = 'vi', before = '', policy, bare = false } = options()
    if (request.url === '/early.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(
        'window.sen = window.sen || function () { (sen.q = sen.q || []).push(arguments) }; window.heard = [];' +
          "['ready','open','close','message','unread','error'].forEach(n => sen('on', n, d => heard.push([n, d])))",
      )
      return
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const script = `<script async nonce="shop" src="${server}/widget/v1/loader.js" data-widget="${widget}" ${attributes || 'data-locale="vi"'}></script>`
    const strict =
      `default-src 'none'; script-src 'self' ${server}; frame-src ${server}; connect-src ${server}; style-src 'self'; ` +
      "img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'"
    if (policy !== null) response.setHeader('content-security-policy', policy ?? strict)
    response.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Tiệm gốm Mộc An</title><script nonce="shop" src="/early.js"></script>${before}</head><body><main><h1>Bộ ấm men lam 5 món</h1>
      <p>Nung củi 1.280 độ, tráng men tro trấu.</p><p>780.000đ</p></main>
      ${bare ? '' : script}</body></html>`)
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(site.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        site.closeAllConnections()
        site.close(() => resolve())
      }),
  }
}
