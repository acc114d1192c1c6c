import { keyOf, sentencesOf } from './documents.ts';
import { allSubjects, type Fact, factsOf, type Subject } from './facts.ts';

/** `excerpt`: the beginning of the passage that has the answer. */
export type CorpusQuestion = { readonly question: string; readonly documentKey: string; readonly excerpt: string };

/** Questions of people who have not read the documents: `{n}` is the name that they use for the subject. */
const ASKED: Readonly<Record<string, readonly [string, string]>> = {
  'en appliance warranty': ['How long is the warranty on the {n}?', 'My {n} broke, until when is a free repair possible?'],
  'en appliance noise': ['How loud is the {n}?', 'Can I run the {n} at night, what is its noise level?'],
  'en appliance filter': ['How often should I clean the filter of the {n}?', 'Cleaning interval for the filter, {n}'],
  'en appliance spare': ['What does a new rubber gasket for the {n} cost?', 'Price of the spare part for the door, {n}'],
  'en appliance load': ['How much fits into the {n}?', 'Maximum weight for the {n}'],
  'en appliance energy': ['How much electricity does the {n} use?', 'Power usage of the {n} in eco'],
  'en museum hours': ['When does the {n} close?', 'Until what time can I stay in the {n}?'],
  'en museum ticket': ['How much is a ticket for the {n}?', 'What does it cost to get into the {n}?'],
  'en museum locker': ['Can I take my backpack into the {n}?', 'Is there a locker for luggage at the {n}?'],
  'en museum photo': ['Am I allowed to use my camera in the {n}?', 'Photography rules, {n}'],
  'en museum guide': ['How long is a guided visit of the {n}?', 'Duration of the tour with a guide, {n}'],
  'en museum school': ['How many students can a school bring to the {n}?', 'School group size at the {n}'],
  'en policy leave': ['How many vacation days does {n} give?', 'Holiday allowance at {n}'],
  'en policy expense': ['By when do I submit travel costs at {n}?', 'Deadline for getting money back after a trip, {n}'],
  'en policy remote': ['How often can I do home office at {n}?', 'Remote work rules of {n}'],
  'en policy notice': ['What is the notice period at {n}?', 'How early must I quit my job at {n}?'],
  'en policy training': ['What budget is there for training at {n}?', 'Does {n} pay for a conference or a class?'],
  'en policy parental': ['How long is paid parental leave at {n}?', 'Baby leave with pay, {n}'],
  'en service restart': [
    'How long does a restart of the {n} take?',
    'The {n} is stuck, how long until it is back after a reboot?',
  ],
  'en service backup': ['How often is the {n} backed up?', 'Backup interval of the {n}'],
  'en service quota': ['What is the rate limit of the {n}?', 'How many calls per minute does the {n} accept from a customer?'],
  'en service oncall': [
    'When is an alert of the {n} passed on to the next person?',
    'Who is called if on-call does not respond, {n}',
  ],
  'en service latency': ['How fast must the {n} respond?', 'Latency target of the {n}'],
  'en service retention': ['How long do we keep logs of the {n}?', 'When are log files of the {n} deleted?'],
  'en trail length': ['How long is the {n}?', 'How many km is the {n}?'],
  'en trail climb': ['How steep is the {n}, how many vertical metres?', 'Ascent of the {n} in height'],
  'en trail water': ['Where can I fill my bottle on the {n}?', 'Is there drinking water on the {n}?'],
  'en trail season': ['In which months can the {n} be hiked?', 'Is the {n} free of snow in summer?'],
  'en trail parking': ['Where do I park for the {n}?', 'Number of parking spaces at the {n}'],
  'en trail hut': ['Can I sleep on the way on the {n}?', 'How many beds does the hut on the {n} have?'],
  'zh appliance warranty': ['{n}的保修期是多久？', '{n}坏了，多长时间内可以免费修？'],
  'zh appliance noise': ['{n}的噪音大不大？', '晚上用{n}会不会吵？'],
  'zh appliance filter': ['{n}的过滤器多久清洁一次？', '{n}过滤器的清洗周期'],
  'zh appliance spare': ['{n}换一个密封圈要多少钱？', '{n}零件价格'],
  'zh appliance load': ['{n}一次能放多重的东西？', '{n}的最大载重'],
  'zh appliance energy': ['{n}费不费电？', '{n}的耗电量'],
  'zh museum hours': ['{n}几点关门？', '{n}的结束时间'],
  'zh museum ticket': ['{n}的门票价格是多少？', '进{n}参观要花多少钱？'],
  'zh museum locker': ['背包能带进{n}吗？', '{n}有地方放行李吗？'],
  'zh museum photo': ['在{n}里能拍照吗？', '{n}的拍照规定'],
  'zh museum guide': ['{n}的导览要多长时间？', '{n}导游讲多久'],
  'zh museum school': ['学校组织去{n}最多能带几个孩子？', '{n}团体人数限制'],
  'zh policy leave': ['{n}的员工有多少天休假？', '{n}假期天数'],
  'zh policy expense': ['在{n}出差的费用什么时候提交？', '{n}差旅费截止时间'],
  'zh policy remote': ['{n}允许在家上班吗？', '{n}远程工作的规定'],
  'zh policy notice': ['从{n}辞职要提前多久说？', '{n}离职通知期'],
  'zh policy training': ['{n}的培训预算是多少？', '{n}给不给学习经费？'],
  'zh policy parental': ['{n}的产假有多长？', '{n}陪产假工资怎么算'],
  'zh clinic register': ['{n}什么时候可以取号？', '{n}预约看病的时间'],
  'zh clinic result': ['{n}的检查报告多久能拿到？', '{n}验血结果要等多长时间'],
  'zh clinic fasting': ['去{n}验血前多久不能吃东西？', '{n}体检前要不要饿肚子'],
  'zh clinic visit': ['{n}一天能有几个人看望病人？', '{n}家属看望规定'],
  'zh clinic deposit': ['在{n}住院先交多少钱？', '{n}住院费用预付'],
  'zh clinic parking': ['开车去{n}有地方停吗？', '{n}车位数量'],
  'zh course credits': ['{n}这门课值几分？', '修{n}能拿多少学分'],
  'zh course homework': ['{n}的习题什么时候交？', '{n}作业截止日期'],
  'zh course exam': ['{n}的考试有多长时间？', '{n}期末考怎么考'],
  'zh course absence': ['{n}缺课几次不能考试？', '{n}旷课的后果'],
  'zh course group': ['{n}的小组最多几个人？', '{n}组队人数'],
  'zh course office': ['什么时候可以去问{n}的老师？', '{n}老师的接待时间'],
};

/** Every subject once, and every third one twice. */
export function makeQuestions(): CorpusQuestion[] {
  return allSubjects().flatMap((subject, index) => {
    const facts = factsOf(subject);
    const asked = [facts[index % facts.length], ...(index % 3 === 0 ? [facts[(index + 3) % facts.length]] : [])];
    return asked.flatMap((fact, place) => (fact ? [questionAbout(fact, { subject, wording: (index + place) % 2 })] : []));
  });
}

function questionAbout(fact: Fact, { subject, wording }: { subject: Subject; wording: number }): CorpusQuestion {
  const asked = ASKED[`${subject.language} ${subject.kind} ${fact.fact}`]?.[wording];
  if (!asked) throw new Error(`No question for ${subject.language} ${subject.kind} ${fact.fact}`);
  const text = sentencesOf(fact);
  return { question: asked.replace('{n}', subject.name), documentKey: keyOf(subject), excerpt: text.slice(0, 30) };
}
