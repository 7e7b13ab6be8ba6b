import type { pageCheckVi } from './page-check.vi.ts'

export const pageCheckEn: Record<keyof typeof pageCheckVi, string> = {
  check: 'Check the page',
  checking: 'Opening the page…',
  tryIt: 'Preview',
  openPage: 'Open page',
  notSeen: 'Code not seen yet',
  well: 'The code is in the right place.',
  wellText: 'Open the page once in a browser and the channel turns to “Connected”.',
  scripts: 'This page is built by scripts in the browser.',
  scriptsText:
    'Sen can’t look ahead here. Open the page once: if the chat button shows, the channel turns to “Connected” by itself.',
  absent: 'The code isn’t on the page.',
  absentText:
    'Paste it right before </body>, save and publish, then check again. If your website has a cache, clear it.',
  other_code: 'The page carries the code of another chat box.',
  other_codeText: 'Replace it with the code below. The old one: {detail}.',
  wrong_domain: 'The page is on a domain that isn’t allowed: {detail}.',
  wrong_domainText: 'Add that domain to the list below, then check again.',
  csp: 'The page forbids code from elsewhere.',
  cspText:
    'Ask whoever builds your website to allow {detail} in its Content-Security-Policy (script-src, connect-src, frame-src).',
  refused: 'The page answers with error {detail}.',
  refusedText:
    'It may be unpublished, behind a password, or closed to programs. If you can open it, do so once: that visit will settle it.',
  unreachable: 'The page couldn’t be opened.',
  unreachableText: 'Check the domain, or try again in a few minutes. Sen can’t open a page on your own computer.',
  no_domain: 'There is no domain yet.',
  no_domainText: 'Add your website’s domain first.',
  failed: 'The check didn’t work.',
}
