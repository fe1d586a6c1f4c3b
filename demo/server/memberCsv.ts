import { ApiError } from './ApiError'
import { readMember } from './members'
import type { MemberInput } from './members'

const columns = ['name', 'email', 'desk'] as const
const maxMembers = 200
const maxListed = 5

/**
 * Reads members from a CSV text: a first line `name,email,desk`, then one member a line. The format has no quotes,
 * so no field can hold a comma. Everything that is wrong is listed at once, by its line.
 */
export function parseMemberCsv(text: string): MemberInput[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  if (head.trim() !== columns.join(',')) {
    throw new ApiError(422, `Line 1 must be ${columns.join(',')}.`)
  }
  if (lines.length === 0) throw new ApiError(422, 'The file holds no members.')
  if (lines.length > maxMembers) {
    throw new ApiError(422, `The file must not hold more than ${maxMembers} members.`)
  }
  const problems: string[] = []
  const members = lines.flatMap((line, index) => {
    try {
      return [parseLine(line)]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Lines are counted from one, and the first is the head.
      problems.push(`Line ${index + 2}: ${error.message}`)
      return []
    }
  })
  if (problems.length > 0) throw new ApiError(422, list(problems))
  return members
}

function parseLine(line: string): MemberInput {
  if (line.includes('"')) throw new ApiError(422, 'Quotes are not supported.')
  const fields = line.split(',')
  if (fields.length !== columns.length) {
    throw new ApiError(422, `Expected ${columns.length} fields, found ${fields.length}.`)
  }
  return readMember(Object.fromEntries(columns.map((column, at) => [column, fields[at]])))
}

function list(problems: readonly string[]): string {
  const listed = problems.slice(0, maxListed)
  const rest = problems.length - listed.length
  return [...listed, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n')
}
