import type { identityVi } from './identity.vi.ts'

export const identityEn: Record<keyof typeof identityVi, string> = {
  title: 'Identity secret',
  text: 'If customers sign in on your website, your server signs who they are with this secret, so Sen can recognize them. Keep it on your server, never in a page.',
  guide: 'How to use it',
  show: 'Show the secret',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying. Select it and copy it yourself.',
  since: 'In use since {time}.',
  oldUntil: 'The old secret still works until {time}. Change it on your server before then.',
  turn: 'Replace it',
  turnAtOnce: 'Replace it and revoke the old one now',
  turnTitle: 'Replace the identity secret?',
  turnText: 'A new secret is created. The old one keeps working for a while so you can change it on your server.',
  atOnceTitle: 'Replace the secret and revoke the old one now?',
  atOnceText:
    'For when others may know the secret. Until your server uses the new one, signed-in customers appear as strangers in the chat.',
  keep: 'Keep it',
  turning: 'Replacing…',
  turned: 'Replaced. Use the new secret on your server.',
  logged: 'Viewing or replacing it is recorded in the audit log, under Team.',
}
