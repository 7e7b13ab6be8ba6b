import type { workspacesVi } from './workspaces.vi.ts'

export const workspacesEn: Record<keyof typeof workspacesVi, string> = {
  'workspace.first_name': '{name}’s shop',
  'goodbye.subject': 'Your {brand} account is deleted',
  'goodbye.preview': 'You are signed out everywhere.',
  'goodbye.heading': 'Goodbye, {name}',
  'goodbye.body':
    'As you asked, your {brand} account is deleted, with your name, phone number, settings and notifications. Every device is signed out.',
  'goodbye.rest':
    'Invoices and the books behind them are kept for as long as the law on accounting says. If this was not you, contact support at once.',
  'goodbye.reason': 'This is the last mail to this address.',
  'closed.subject': '{workspace} is deleted',
  'closed.preview': 'An admin deleted this workspace.',
  'closed.heading': '{workspace} is closed',
  'closed.body':
    'An admin deleted the workspace {workspace} on {brand}. Its bot has stopped, its channels are disconnected, and nobody can open it any more. Your account is still there.',
  'closed.rest': 'Conversations, customers and documents are erased for good after 7 days.',
  'closed.reason': 'You get this mail because you were in the team of this workspace.',
  'forgotten.subject': 'The data of {workspace} have been deleted',
  'forgotten.preview': 'Its plan ended 90 days ago.',
  'forgotten.heading': '{workspace} is closed',
  'forgotten.body':
    'The plan of {workspace} on {brand} ended 90 days ago, so the workspace was deleted, as announced. Your account is still there, and you can open a new workspace at any time.',
  'forgotten.rest':
    'Conversations, customers and documents are erased for good after 7 days. Invoices are kept as the law on accounting demands.',
  'forgotten.reason': 'You get this mail because you were in the team of this workspace.',
  'invitation.subject': '{inviter} invites you to {workspace}',
  'invitation.preview': 'Accept to answer customers together on {brand}.',
  'invitation.heading': 'You are invited to {workspace}',
  'invitation.body':
    '{inviter} invites you to answer customers together in a shared inbox on {brand}, with the address {email}.',
  'invitation.some_shop': 'a shop',
  'invitation.button': 'Accept the invitation',
  'invitation.life': 'The invitation is good for 7 days.',
  'invitation.reason':
    'You get this mail because somebody invited this address to their team. If you do not know them, just ignore it.',
}
