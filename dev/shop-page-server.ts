import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'shop-page')

/** A shop's own website on another origin. Its policy allows the widget's server and nothing inline. */
export function serveShopPage(port: number, sen: string, widget: string): Promise<Server> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const tag = `<script async src="${sen}/widget/v1/loader.js" data-widget="${widget}" data-locale="vi"></script>`
  const html = page.replace(/<!-- the widget.*-->/, tag)
  const policy = `default-src 'none'; style-src 'self'; img-src data:; script-src ${sen}; frame-src ${sen}; connect-src ${sen}`
  const server = createServer((request, response) => {
    const path = request.url?.replace(/[?#].*/, '')
    if (path === '/shop.css') {
      response.setHeader('content-type', 'text/css; charset=utf-8')
      response.end(readFileSync(join(folder, 'shop.css')))
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policy)
      response.end(html)
    } else {
      response.statusCode = 404
      response.end()
    }
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
