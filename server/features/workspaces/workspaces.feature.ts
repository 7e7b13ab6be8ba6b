import { type Feature, route } from '#platform/feature.ts'
import { noteSecurity, noteSignIn } from './audit-person.ts'
import { forgetPerson } from './forget-person.ts'
import { changePerson, keepPerson } from './keep-person.ts'
import { lockPerson, unlockPerson } from './lock-person.ts'
import { openWorkspace } from './open-workspace.ts'
import { setBotStatus } from './pause-all.ts'
import { personChange, updatePerson } from './update-person.ts'

export const workspacesFeature: Feature = {
  name: 'workspaces',
  routes: [
    route('POST /api/v1/bot/pause', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'off')),
    route('POST /api/v1/bot/resume', { who: 'admin' }, (platform, caller) => setBotStatus(platform, caller, 'on')),
    route('PATCH /api/v1/account', { who: 'person', body: personChange }, updatePerson),
  ],
  jobs: { 'unlock person': unlockPerson },
  listens: {
    'person.signed-up': { 'keep person': keepPerson },
    'person.confirmed': { 'open workspace': openWorkspace },
    'person.changed': { 'change person': changePerson },
    'person.signed-in': { 'note sign-in': noteSignIn },
    'person.locked': { 'lock person': lockPerson },
    'person.unlocked': { 'unlock person': unlockPerson },
    'person.deleted': { 'forget person': forgetPerson },
    'security.noted': { 'note security': noteSecurity },
  },
}
