import type { workspacesVi } from './workspaces.vi.ts'

export const workspacesEn: Record<keyof typeof workspacesVi, string> = {
  'goodbye.subject': 'Your {brand} account is deleted',
  'goodbye.preview': 'You are signed out everywhere.',
  'goodbye.heading': 'Goodbye, {name}',
  'goodbye.body':
    'As you asked, your {brand} account has been deleted, along with your name, phone number, settings and notifications. You are signed out on every device.',
  'goodbye.rest':
    'Invoices and the records behind them are kept for as long as accounting law requires. If this was not you, contact support right away.',
  'goodbye.reason': 'This is the last email to this address.',
  'closed.subject': '{workspace} is deleted',
  'closed.preview': 'An admin deleted this shop.',
  'closed.heading': '{workspace} is closed',
  'closed.body':
    'An admin deleted the shop {workspace} on {brand}. Its bot has stopped, its channels are disconnected, and it can no longer be opened. You still have your account.',
  'closed.rest': 'Conversations, customers and documents are permanently deleted after 7 days.',
  'closed.reason': 'You’re receiving this email because you were on this shop’s team.',
  'forgotten.subject': '{workspace}’s data has been deleted',
  'forgotten.preview': 'Its plan ended 90 days ago.',
  'forgotten.heading': '{workspace} is closed',
  'forgotten.body':
    'The {brand} plan of {workspace} ended 90 days ago, so the shop was deleted, as announced. You still have your account and can open a new shop at any time.',
  'forgotten.rest':
    'Conversations, customers and documents are permanently deleted after 7 days. Invoices are kept as accounting law requires.',
  'forgotten.reason': 'You’re receiving this email because you were on this shop’s team.',
  'invitation.subject': '{inviter} invites you to {workspace}',
  'invitation.preview': 'Accept to answer customers together on {brand}.',
  'invitation.heading': 'You are invited to {workspace}',
  'invitation.body':
    '{inviter} invites you to answer customers together in a shared inbox on {brand}, using the address {email}.',
  'invitation.some_shop': 'a shop',
  'invitation.button': 'Accept the invitation',
  'invitation.life': 'The invitation expires in 7 days.',
  'invitation.reason':
    'You’re receiving this email because somebody invited this address to their team. If you don’t know them, just ignore it.',
}
