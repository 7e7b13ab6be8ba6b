import { type Feature, route } from '#platform/feature.ts'
import { changePerson, keepPerson, noteSignIn } from './keep-person.ts'
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
  listens: {
    'person.signed-up': { 'keep person': keepPerson },
    'person.confirmed': { 'open workspace': openWorkspace },
    'person.changed': { 'change person': changePerson },
    'person.signed-in': { 'note sign-in': noteSignIn },
  },
}
