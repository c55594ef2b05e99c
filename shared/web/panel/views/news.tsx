import type { ItemOf } from '../../client/answer.ts'
import { removal } from '../actionButtons.tsx'
import { timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, Edit, ListCard } from '../parts.tsx'
import { change, list } from '../service.ts'

const newsOf = ({ title = '', description = '', demoUrl = '' }: Fields) => ({ title, description, demoUrl })

const NewsFields = ({ of }: { readonly of?: ItemOf<'/news'> }) => (
  <>
    <Field name="title" value={of?.title} maxLength={200} required />
    <Field name="demoUrl" label="link_address" value={of?.demoUrl} maxLength={2048} />
    <Field name="description" label="text" type="lines" value={of?.description} maxLength={10_000} required />
  </>
)

export const NewsView = () => (
  <>
    <ListCard title="news" load={() => list('/news')}>
      {(news) => {
        const { id, title, description, date } = news
        return {
          key: id,
          name: title,
          message: description,
          soft: timeText(date),
          more: (
            <Edit of={title}>
              <Form name="save" send={(fields) => change('/news/commands/change-news', { id, ...newsOf(fields) })} keep>
                <NewsFields of={news} />
              </Form>
            </Edit>
          ),
          buttons: [removal(() => change('/news/commands/delete-news', { id }))],
        }
      }}
    </ListCard>
    <Card title="newNews">
      <Form name="add" send={(fields) => change('/news/commands/add-news', newsOf(fields))}>
        <NewsFields />
      </Form>
    </Card>
  </>
)
