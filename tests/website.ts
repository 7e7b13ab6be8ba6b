import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WebPage = {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** instead of all that: writes the answer itself */
  answer?: (response: ServerResponse, headers: IncomingHttpHeaders) => void
}

export type Website = {
  /** 'http://127.0.0.1:4711' */
  url: string
  /** '127.0.0.1:4711', for CRAWL_ALLOWED_HOSTS */
  host: string
  /** paths as they were asked for, in their order */
  hits: string[]
  /** what was asked of a path last */
  asked(path: string): IncomingHttpHeaders | undefined
  set(path: string, page: WebPage | string): void
  remove(path: string): void
  close(): Promise<void>
}

/** A small real website on loopback, the pages of which a test changes as it likes. A page's text is its ETag. */
export async function openWebsite(start: Record<string, WebPage | string> = {}): Promise<Website> {
  const pages = new Map(Object.entries(start))
  const hits: string[] = []
  const asked = new Map<string, IncomingHttpHeaders>()
  const server = createServer((request, response) => {
    const path = decodeURI(request.url ?? '/')
    hits.push(path)
    asked.set(path, request.headers)
    const page = pages.get(path)
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
    else if (typeof page !== 'string' && page.answer) page.answer(response, request.headers)
    else {
      const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page
      const type = path.endsWith('.xml')
        ? 'application/xml'
        : path.endsWith('.txt')
          ? 'text/plain'
          : 'text/html; charset=utf-8'
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    hits,
    asked: path => asked.get(path),
    set: (path, page) => void pages.set(path, page),
    remove: path => void pages.delete(path),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A page as sites have them: navigation and footer around what it says. */
export function webPage(title: string, content: string, links: string[] = []): string {
  const menu = links.map(link => `<a href="${link}">${link}</a>`).join(' ')
  return `<!doctype html><html lang="vi"><head><title>${title} | Tiệm gốm</title></head><body>
    <nav><a href="/">Trang chủ</a> ${menu}</nav><main><h1>${title}</h1>${content}</main>
    <footer>Bản quyền Tiệm gốm, hotline 1900 0000</footer></body></html>`
}
