import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type BuiltFile = { type: string; etag: string; plain: Buffer; gzip: Buffer; br: Buffer | undefined }

export type WidgetFiles = {
  frame(): { script: string; styles: string[] } | undefined
  send(request: FastifyRequest, reply: FastifyReply, name: string, caching: string): boolean
}

const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }
const plainName = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*\.(js|css)$/

export function makeWidgetFiles(folder: string): WidgetFiles {
  const files = new Map<string, BuiltFile>()
  let builtAt = -1
  let manifest: Record<string, { file: string; css?: string[]; isEntry?: boolean }> = {}

  function refresh() {
    const file = join(folder, 'manifest.json')
    const at = existsSync(file) ? statSync(file).mtimeMs : 0
    if (at === builtAt) return
    builtAt = at
    files.clear()
    manifest = at === 0 ? {} : (JSON.parse(readFileSync(file, 'utf8')) as typeof manifest)
  }

  function read(name: string): BuiltFile | undefined {
    const known = files.get(name)
    if (known) return known
    const path = join(folder, name)
    const type = types[plainName.exec(name)?.[1] ?? '']
    if (type === undefined || !existsSync(path)) return undefined
    const plain = readFileSync(path)
    const smaller = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    const file = { type, etag, plain, gzip: gzipSync(plain, { level: 9 }), br: smaller }
    files.set(name, file)
    return file
  }

  return {
    frame() {
      refresh()
      const entry = Object.values(manifest).find(one => one.isEntry)
      return entry && { script: entry.file, styles: entry.css ?? [] }
    },
    send(request, reply, name, caching) {
      refresh()
      const file = read(name)
      if (!file) return false
      // Shops' pages are another origin, and may isolate themselves.
      reply.headers({
        'cache-control': caching,
        'content-type': file.type,
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: file.etag,
        vary: 'accept-encoding',
      })
      if (request.headers['if-none-match'] === file.etag) {
        void reply.code(304).send()
        return true
      }
      const accepts = String(request.headers['accept-encoding'] ?? '')
      if (file.br && /\bbr\b/.test(accepts)) void reply.header('content-encoding', 'br').send(file.br)
      else if (/\bgzip\b/.test(accepts)) void reply.header('content-encoding', 'gzip').send(file.gzip)
      else void reply.send(file.plain)
      return true
    },
  }
}
