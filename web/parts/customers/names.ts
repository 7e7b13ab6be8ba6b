export { givenName } from '#shared/rules/given-name.ts'
