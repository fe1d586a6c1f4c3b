import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const length = 32

/** What is stored in place of a password: `salt.hash`, from which it cannot be derived. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, length)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

/** A stored password that no password fits; comparing with it costs the same work as with any other. */
export function standInPassword(): string {
  return `${randomBytes(16).toString('base64url')}.${randomBytes(length).toString('base64url')}`
}

/** Whether a password is the one that was hashed; takes the same time whatever the result. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  const found = await derive(password, Buffer.from(salt), length)
  return timingSafeEqual(found, Buffer.from(hash))
}
