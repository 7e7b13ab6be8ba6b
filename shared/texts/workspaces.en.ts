import type { workspacesVi } from './workspaces.vi.ts'

export const workspacesEn: Record<keyof typeof workspacesVi, string> = {
  'workspace.first_name': '{name}’s shop',
  'invitation.subject': '{inviter} invites you to {workspace}',
  'invitation.preview': 'Accept to answer customers together on {brand}.',
  'invitation.heading': 'You are invited to {workspace}',
  'invitation.body':
    '{inviter} invites you to answer customers together in a shared inbox on {brand}, with the address {email}.',
  'invitation.button': 'Accept the invitation',
  'invitation.life': 'The invitation is good for 7 days.',
  'invitation.reason':
    'You get this mail because somebody invited this address to their team. If you do not know them, just ignore it.',
}
