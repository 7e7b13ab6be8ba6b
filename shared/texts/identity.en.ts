import type { identityVi } from './identity.vi.ts'

export const identityEn: Record<keyof typeof identityVi, string> = {
  title: 'Identity secret',
  text: 'Where customers sign in on your website, your server signs who they are with this secret, so that Sen knows them. Keep it on your server, never in a page.',
  show: 'Show the secret',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying. Select it and copy by hand.',
  since: 'In use since {time}.',
  oldUntil: 'The old secret still counts until {time}. Change it on your server before then.',
  turn: 'Replace it',
  turnAtOnce: 'Replace it, and end the old one now',
  turnTitle: 'Replace the identity secret?',
  turnText: 'A new secret is made. The old one still counts for a while, so that you can change it on your server.',
  atOnceTitle: 'Replace the secret and end the old one now?',
  atOnceText:
    'For a secret that others may know. Until your server uses the new one, customers who signed in are strangers in the chat.',
  keep: 'Keep it',
  turning: 'Replacing',
  turned: 'Replaced. Use the new secret on your server.',
  logged: 'Who reads or replaces it stands in the audit log, under Team.',
}
