import { z } from 'zod'
import { type Feature, route } from '#platform/feature.ts'
import { newApiKey } from '#shared/contracts/api-keys.contract.ts'
import { makeApiKey, revokeApiKey } from './api-keys/api-keys.ts'
import { acceptInvitation, invitationBody, readInvitation } from './accept-invitation.ts'
import { recordSecurity, recordSignIn } from './audit-person.ts'
import { changeRole, removeMember, roleBody } from './change-member.ts'
import { forgetPerson } from './forget-person.ts'
import { inviteAgain, inviteBody, inviteMember } from './invite-member.ts'
import { closeBody, deleteWorkspace } from './close-workspace.ts'
import { deleteAccount, deleteAccountBody, tryDeletingAccount } from './delete-account.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { changePerson, savePerson } from './save-person.ts'
import { lockPerson, unlockPerson } from './lock-person.ts'
import { openAnother, workspaceBody } from './open-another.ts'
import { openWorkspace } from './open-workspace.ts'
import { setBotStatus } from './pause-all.ts'
import { renameWorkspace } from './rename-workspace.ts'
import { personChange, updatePerson } from './update-person.ts'

const params = z.object({ id: z.uuid() })

export const workspacesFeature: Feature = {
  name: 'workspaces',
  routes: [
    route('POST /api/v1/bot/pause', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'off')),
    route('POST /api/v1/bot/resume', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'on')),
    route('POST /api/v1/workspaces', { who: 'person', status: 201, body: workspaceBody }, openAnother),
    route('POST /api/v1/members/invite', { who: 'admin', status: 201, body: inviteBody }, inviteMember),
    route('POST /api/v1/members/:id/invite-again', { who: 'admin', params }, inviteAgain),
    route('POST /api/v1/members/:id/role', { who: 'admin', params, body: roleBody }, changeRole),
    route('DELETE /api/v1/members/:id', { who: 'member', params }, removeMember),
    route('POST /api/v1/invitations/read', { who: 'anyone', body: invitationBody }, readInvitation),
    route('POST /api/v1/invitations/accept', { who: 'person', body: invitationBody }, acceptInvitation),
    route('PATCH /api/v1/account', { who: 'person', body: personChange }, updatePerson),
    route('GET /api/v1/account/deletion', { who: 'person' }, tryDeletingAccount),
    route('DELETE /api/v1/account', { who: 'person', body: deleteAccountBody }, deleteAccount),
    route('POST /api/v1/api-keys', { who: 'admin', dear: true, status: 201, body: newApiKey }, makeApiKey),
    route('DELETE /api/v1/api-keys/:id', { who: 'admin', params }, revokeApiKey),
    route('PATCH /api/v1/workspace', { who: 'admin', body: workspaceBody }, renameWorkspace),
    route('DELETE /api/v1/workspace', { who: 'admin', body: closeBody }, deleteWorkspace),
  ],
  jobs: { 'unlock person': unlockPerson, 'erase workspace': eraseWorkspace },
  listens: {
    'person.signed-up': { 'keep person': savePerson },
    'person.confirmed': { 'open workspace': openWorkspace },
    'person.changed': { 'change person': changePerson },
    'person.signed-in': { 'note sign-in': recordSignIn },
    'person.locked': { 'lock person': lockPerson },
    'person.unlocked': { 'unlock person': unlockPerson },
    'person.deleted': { 'forget person': forgetPerson },
    'security.noted': { 'note security': recordSecurity },
  },
}
