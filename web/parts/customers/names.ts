export { givenName } from '#shared/rules/contacts/given-name.ts'
