import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ArgsOf } from 'rtk-rest'
import { respond } from '../recipes/api'
import { IssueResource, LabelResource } from '../recipes/servers/github'
import { controller } from '../recipes/store'
import { githubServer } from './githubServer'
import { expectTruth, requestsOf, show } from './reads'

const { get, getList, getMine, create, partialUpdate } = IssueResource

beforeEach(() =>
  respond(
    githubServer([
      { repo: 'tools', number: 1, title: 'Alpha', labels: ['bug'], assignees: ['ada'] },
      { repo: 'tools', number: 2, title: 'Bravo', labels: ['bug', 'ui'] },
      { repo: 'tools', number: 3, title: 'Charlie', assignees: ['ada', 'bob'] },
      { repo: 'site', number: 1, title: 'Delta', assignees: ['ada'] },
      { repo: 'tools', number: 4, title: 'Echo', state: 'closed', labels: ['bug'] },
      { repo: 'tools', number: 5, title: 'Fox', labels: ['ui'] },
      { repo: 'tools', number: 6, title: 'Golf', assignees: ['bob'] },
    ]),
  ),
)

const tools = { owner: 'ada', repo: 'tools' }
const pageIn = (next: string) => Number(new URL(next).searchParams.get('page'))

const withTitles = <
  Read extends () => { readonly items: readonly { readonly title: string }[] } | undefined,
>(
  read: Read,
) =>
  Object.assign(read, {
    titles: () =>
      read()
        ?.items.map(({ title }) => title)
        .join(' '),
  })

async function showIssues(filters: Omit<ArgsOf<typeof getList>[0], 'owner' | 'repo'> = {}) {
  const args = { ...tools, ...filters }
  return withTitles(
    await show(
      getList,
      [args],
      ({ next }, by) => next && by.fetch(getList.getPage, { ...args, page: pageIn(next) }),
    ),
  )
}
const showMine = async () =>
  withTitles(
    await show(
      getMine,
      [],
      ({ next }, by) => next && by.fetch(getMine.getPage, { page: pageIn(next) }),
    ),
  )

describe('an app of GitHub', () => {
  it('pages by the Link header, and fetches all pages again in their order', async () => {
    const open = await showIssues()
    expect(open.titles()).toBe('Golf Fox Charlie')
    await open.more()
    expect(open.titles()).toBe('Golf Fox Charlie Bravo Alpha')
    expect(open()?.next).toBe('')
    const again = await requestsOf(() => controller.fetch(getList, tools))
    expect(again).toEqual(['GET /repos/ada/tools/issues', 'GET /repos/ada/tools/issues?page=2'])
    await expectTruth()
  })

  it('closes an issue in lists that have open ones unless they are asked for others', async () => {
    const open = await showIssues()
    const closed = await showIssues({ state: 'closed' })
    const all = await showIssues({ state: 'all' })
    const mine = await showMine()
    await open.more()
    expect([closed.titles(), mine.titles()]).toEqual(['Echo', 'Delta Charlie Alpha'])
    const sent = await requestsOf(() =>
      controller.fetch(partialUpdate, { ...tools, number: 3 }, { state: 'closed' }),
    )
    expect(sent).toEqual(['PATCH /repos/ada/tools/issues/3'])
    expect([closed.titles(), mine.titles()]).toEqual(['Echo Charlie', 'Delta Alpha'])
    expect(all.titles()).toBe('Golf Fox Echo Charlie')
    await expectTruth()
    const reopened = await requestsOf(() =>
      controller.fetch(
        partialUpdate,
        { ...tools, number: 4 },
        { state: 'open', assignees: ['ada'] },
      ),
    )
    expect(reopened).toEqual(['PATCH /repos/ada/tools/issues/4'])
    expect([closed.titles(), mine.titles()]).toEqual(['Charlie', 'Echo Delta Alpha'])
    await expectTruth()
    const created = await requestsOf(() =>
      controller.fetch(create, tools, { title: 'Hotel', assignees: ['ada'] }),
    )
    expect(created).toEqual(['POST /repos/ada/tools/issues'])
    expect(mine.titles()).toBe('Hotel Echo Delta Alpha')
    await expectTruth()
  })

  it('filters by the names of labels and by assignees', async () => {
    const bugs = await showIssues({ labels: 'bug' })
    const both = await showIssues({ labels: 'bug,ui' })
    const bobs = await showIssues({ assignee: 'bob' })
    expect([bugs.titles(), both.titles(), bobs.titles()]).toEqual([
      'Bravo Alpha',
      'Bravo',
      'Golf Charlie',
    ])
    const sent = await requestsOf(() =>
      controller.fetch(
        partialUpdate,
        { ...tools, number: 5 },
        { labels: ['bug', 'ui'], assignees: ['bob'] },
      ),
    )
    expect(sent).toEqual(['PATCH /repos/ada/tools/issues/5'])
    expect([bugs.titles(), both.titles()]).toEqual(['Fox Bravo Alpha', 'Fox Bravo'])
    await expectTruth()
    const created = await requestsOf(() =>
      controller.fetch(create, tools, { title: 'Hotel', labels: ['ui', 'bug'] }),
    )
    expect(created).toEqual(['POST /repos/ada/tools/issues'])
    expect(both.titles()).toBe('Hotel Fox Bravo')
    await expectTruth()
  })

  it('renames and deletes a label in every issue and list', async () => {
    const labels = await show(LabelResource.getList, [tools])
    const bugs = await showIssues({ labels: 'bug' })
    const defects = await showIssues({ labels: 'defect' })
    const uis = await showIssues({ labels: 'ui' })
    expect([defects.titles(), uis.titles()]).toEqual(['', 'Fox Bravo'])
    const renamed = await requestsOf(() =>
      controller.fetch(
        LabelResource.partialUpdate,
        { ...tools, name: 'bug' },
        { new_name: 'defect' },
      ),
    )
    expect(renamed[0]).toBe('PATCH /repos/ada/tools/labels/bug')
    expect([bugs.titles(), defects.titles()]).toEqual(['', 'Bravo Alpha'])
    await expectTruth()
    const deleted = await requestsOf(() =>
      controller.fetch(LabelResource.delete, { ...tools, name: 'ui' }),
    )
    expect(deleted[0]).toBe('DELETE /repos/ada/tools/labels/ui')
    expect(uis.titles()).toBe('')
    expect(labels()?.map(({ name }) => name)).toEqual(['defect', 'docs'])
    await expectTruth()
  })

  it('reads an issue by its number from any list that has it', async () => {
    await showMine()
    expect(await requestsOf(() => show(get, [{ ...tools, number: 3 }]))).toEqual([])
    expect(await requestsOf(() => show(get, [{ ...tools, number: 6 }]))).toEqual([
      'GET /repos/ada/tools/issues/6',
    ])
    await act(() => controller.fetch(partialUpdate, { ...tools, number: 3 }, { title: 'Sierra' }))
    await expectTruth()
  })

  it('has the errors of fields for a form', async () => {
    const failed = await controller.fetch(create, tools, { title: '' }).catch((error) => error)
    expect(failed.data.errors).toEqual([
      { resource: 'Issue', field: 'title', code: 'missing_field' },
    ])
  })
})
