import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#platform/http/http.ts'
import { escape } from '#platform/mail/email-template.ts'
import type { Platform } from '#platform/platform.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'

const titleOf: Record<string, keyof ReturnType<typeof mailTexts>> = {
  recovery: 'page.title.recovery',
  magiclink: 'page.title.magiclink',
  invite: 'page.title.invite',
  email_change: 'page.title.email_change',
}

/** Posts itself by script or button; opening the page spends nothing. */
export function sendVerifyPage(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  home: string,
): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  const language = languageOf(request)
  const texts = mailTexts(language)
  const brand = platform.config.BRAND_NAME
  const title = texts[titleOf[type] ?? 'page.title.signup']
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy(nonce, home))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()')
    .send(`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(`${title} · ${brand}`)}</title>
<style nonce="${nonce}">
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f1f5f2;color:#10211b;font:16px/26px 'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:26rem;padding:2rem}
h1{font:normal 27px/37px Georgia,'Times New Roman',serif;margin:0 0 12px}
p{margin:0 0 22px;color:#3d5048}
button{border:0;border-radius:10px;padding:13px 24px;background:#0b5741;color:#fff;font:inherit;font-weight:bold;cursor:pointer}
button:focus-visible{outline:3px solid #0b6fdb;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#0a1310;color:#e8f1ec}p{color:#b6c6be}button{background:#56c59b;color:#06231b}}
</style></head>
<body><main><h1>${escape(title)}</h1><p>${escape(fillText(texts['page.hint'], { brand }))}</p>
<form method="post" action="${escape(request.url)}"><button>${escape(texts['page.button'])}</button></form></main>
<script nonce="${nonce}">
const form = document.forms[0]
let sent = false
form.addEventListener('submit', event => { if (sent) event.preventDefault(); sent = true })
if (document.prerendering) document.addEventListener('prerenderingchange', () => form.requestSubmit(), { once: true })
else form.requestSubmit()
</script></body></html>
`)
}

function policy(nonce: string, home: string): string {
  const target = /^https?:/.test(home) ? new URL(home).origin : `${new URL(home).protocol}`
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'self' ${target}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
