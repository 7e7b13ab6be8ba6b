import { type Feature, routesOf } from '#platform/feature.ts'
import { changeAccessRules, readAccessRules } from './access/access-rules.ts'
import { endMemberSessions } from './access/end-sessions.ts'
import { listShutOut } from './access/shut-out.ts'
import { makeApiKey, revokeApiKey } from './api-keys/api-keys.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { recordSecurity, recordSignIn, recordSsoChange } from './audit-person.ts'
import { changeRole, removeMember } from './change-member.ts'
import { forgetPerson } from './forget-person.ts'
import { inviteAgain, inviteMember } from './invite-member.ts'
import { deleteWorkspace } from './close-workspace.ts'
import { saveDeletedAccount, saveDeletedWorkspace } from './deletions/deletion.ts'
import { deleteAccount, tryDeletingAccount } from './delete-account.ts'
import { eraseWorkspace } from './erase-workspace.ts'
import { changePerson, savePerson } from './save-person.ts'
import { lockPerson, unlockPerson } from './lock-person.ts'
import { openAnother } from './open-another.ts'
import { openWorkspace } from './open-workspace.ts'
import { setBotStatus } from './pause-all.ts'
import { renameWorkspace } from './rename-workspace.ts'
import { updatePerson } from './update-person.ts'
import { workspacesApi } from '#shared/contracts/workspaces.api.ts'

const route = routesOf(workspacesApi)

export const workspacesFeature: Feature = {
  name: 'workspaces',
  routes: [
    route('POST /api/v1/bot/pause', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'off')),
    route('POST /api/v1/bot/resume', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'on')),
    route('POST /api/v1/workspaces', { who: 'person', status: 201 }, openAnother),
    route('POST /api/v1/members/invite', { who: 'admin', status: 201 }, inviteMember),
    route('POST /api/v1/members/:id/invite-again', { who: 'admin' }, inviteAgain),
    route('POST /api/v1/members/:id/role', { who: 'admin' }, changeRole),
    route('DELETE /api/v1/members/:id', { who: 'member' }, removeMember),
    route('POST /api/v1/invitations/read', { who: 'anyone' }, readInvitation),
    route('POST /api/v1/invitations/accept', { who: 'person' }, acceptInvitation),
    route('PATCH /api/v1/account', { who: 'person' }, updatePerson),
    route('GET /api/v1/account/deletion', { who: 'person' }, tryDeletingAccount),
    route('DELETE /api/v1/account', { who: 'person' }, deleteAccount),
    route('POST /api/v1/api-keys', { who: 'admin', costly: true, status: 201 }, makeApiKey),
    route('DELETE /api/v1/api-keys/:id', { who: 'admin' }, revokeApiKey),
    route('GET /api/v1/access-rules', { who: 'admin' }, readAccessRules),
    route('PUT /api/v1/access-rules', { who: 'admin', costly: true }, changeAccessRules),
    route('GET /api/v1/account/shut-out', { who: 'person', shops: true }, listShutOut),
    route('POST /api/v1/members/:id/end-sessions', { who: 'admin', costly: true }, endMemberSessions),
    route('PATCH /api/v1/workspace', { who: 'admin' }, renameWorkspace),
    route('DELETE /api/v1/workspace', { who: 'admin' }, deleteWorkspace),
  ],
  onEmit: {
    'workspace.deleted': { 'put on the list': saveDeletedWorkspace },
    'person.deleted': { 'put on the list': saveDeletedAccount },
    'sso.changed': { 'record in the audit log': recordSsoChange },
  },
  jobs: { 'unlock person': unlockPerson, 'erase workspace': eraseWorkspace },
  listens: {
    'person.signed-up': { 'save person': savePerson },
    'person.confirmed': { 'open workspace': openWorkspace },
    'person.changed': { 'change person': changePerson },
    'person.signed-in': { 'record sign-in': recordSignIn },
    'person.locked': { 'lock person': lockPerson },
    'person.unlocked': { 'unlock person': unlockPerson },
    'person.deleted': {
      'forget person': async (platform, gone) => void (await forgetPerson(platform, gone, { emptied: 'delete' })),
    },
    'security.recorded': { 'record security': recordSecurity },
  },
}
