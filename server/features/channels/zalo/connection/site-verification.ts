import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/platform.ts'

export function siteVerification(app: FastifyInstance, platform: Platform): void {
  const code = platform.config.ZALO_SITE_VERIFICATION
  if (code === '') return
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="zalo-platform-site-verification" content="${code}"></head><body>zalo-platform-site-verification: ${code}</body></html>`
  app.get(`/zalo_verifier${code}.html`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'")
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
