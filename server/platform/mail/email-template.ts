import type { Email } from './mail.ts'

export type EmailParts = {
  to: string
  language: string
  brand: string
  publicUrl: string
  subject: string
  preview: string
  heading: string
  paragraphs: string[]
  button?: { label: string; href: string }
  small: string[]
  pasteHint?: string
  afterLink?: string
  reason: string
  about: string
}

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"
const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

export function renderEmail(parts: EmailParts): Email {
  return { to: parts.to, subject: headerLine(parts.subject), text: asText(parts), html: asHtml(parts) }
}

function asText(parts: EmailParts): string {
  const blocks = [
    parts.heading,
    ...parts.paragraphs,
    parts.button && `${parts.button.label}:\n${parts.button.href}`,
    ...parts.small,
    parts.afterLink,
    `-- \n${parts.reason}\n${parts.about} ${parts.publicUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function asHtml(parts: EmailParts): string {
  const link = `<a href="${escape(parts.publicUrl)}/" style="text-decoration:underline;color:#0B5741">${escape(new URL(parts.publicUrl).host)}</a>`
  return `<!doctype html>
<html lang="${escape(parts.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(parts.subject)}</title></head>
<body style="margin:0;padding:0;background:#F1F5F2"><div role="main">${table} width="100%" bgcolor="#F1F5F2"><tr><td align="center" style="padding:24px 12px">
<div style="display:none;max-height:0;overflow:hidden">${escape(parts.preview)}</div>
${table} width="600" style="width:100%;max-width:600px">
<tr><td style="padding:0 8px 16px">${table}><tr><td><img src="${escape(parts.publicUrl)}/brand/mail-mark.png" width="32" height="32" alt="" style="display:block"></td><td style="padding-left:9px;${sans};font-size:21px;line-height:28px;font-weight:bold;color:#10211B">${escape(parts.brand)}</td></tr></table></td></tr>
<tr><td bgcolor="#FFFFFF" style="border:1px solid #DCE5DF;border-radius:18px 18px 18px 5px;padding:32px 34px 14px">
<h1 style="margin:0 0 12px;${serif};font-size:27px;line-height:37px;font-weight:normal;color:#10211B">${escape(parts.heading)}</h1>
${parts.paragraphs.map(text => paragraph(escape(text))).join('\n')}
${parts.button ? button(parts.button) : ''}
${parts.small.map((text, at) => paragraph(escape(text) + (at === parts.small.length - 1 ? writtenOut(parts) : ''), true)).join('\n')}
${parts.afterLink ? paragraph(escape(parts.afterLink), true) : ''}
</td></tr>
<tr><td style="padding:18px 8px 4px;${sans};font-size:13px;line-height:20px;color:#5A6B63">${escape(parts.reason)}<br>${escape(parts.about)} ${link}</td></tr>
</table></td></tr></table></div></body></html>
`
}

function paragraph(html: string, small = false): string {
  return `<p style="margin:0 0 14px;${sans};color:#3D5048;${small ? 'font-size:14px;line-height:22px' : 'font-size:16px;line-height:26px'}">${html}</p>`
}

function button({ label, href }: { label: string; href: string }): string {
  return `${table} style="margin:8px 0 22px"><tr><td bgcolor="#0B5741" style="border-radius:10px"><a href="${escape(href)}" style="display:inline-block;padding:13px 24px;${sans};font-size:16px;line-height:22px;font-weight:bold;color:#FFFFFF;text-decoration:none">${escape(label)}</a></td></tr></table>`
}

function writtenOut({ pasteHint, button: pressed }: EmailParts): string {
  if (!pasteHint || !pressed) return ''
  const href = escape(pressed.href)
  return ` ${escape(pasteHint)}<br><a href="${href}" style="text-decoration:underline;color:#0B5741;word-break:break-all">${href}</a>`
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}

function headerLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}
