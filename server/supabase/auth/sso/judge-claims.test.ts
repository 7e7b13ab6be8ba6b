import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './judge-claims.ts'

const tenant = 'https://login.microsoftonline.com/0a1b2c3d-0000-4000-8000-00000000abcd/v2.0'
const domains = ['shop.example']
const person = (claims: Record<string, unknown>) => ({
  email: 'lan@shop.example',
  emailVerified: claims['email_verified'] === true,
  claims,
})

test('Google signs in everybody, so its organisation must be the one of the domain', () => {
  const issuer = 'https://accounts.google.com'
  assert.equal(judge({ issuer }, domains, person({ email_verified: true })), 'domain')
  assert.equal(judge({ issuer }, domains, person({ email_verified: true, hd: 'other.example' })), 'domain')
  assert.equal(judge({ issuer }, domains, person({ email_verified: true, hd: 'shop.example' })), undefined)
})

test('one tenant of Entra may be silent on verification; nobody may deny it, and no other issuer is silent', () => {
  assert.equal(judge({ issuer: tenant }, domains, person({})), undefined)
  assert.equal(judge({ issuer: tenant }, domains, person({ email_verified: false })), 'unverified')
  for (const issuer of ['https://login.shop.example', 'https://login.microsoftonline.com/common/v2.0', `${tenant}/x`])
    assert.equal(judge({ issuer }, domains, person({})), 'unverified')
  assert.equal(judge({ issuer: tenant }, ['other.example'], person({})), 'domain')
})
