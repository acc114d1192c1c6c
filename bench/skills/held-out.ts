/**
 * Messages by someone who knew the skills and not how they are matched, a line each: the skill, then the message. They
 * describe the task in other words than the description, every other one in the other language. Never fit the matcher
 * on them.
 */
export const heldOutMessages = `
ad-copy|We've got 200 euros for a small campaign on Instagram and Bing, can you come up with a few punchy headlines under 30 characters?
api-design|Our partners want to pull orders out of our shop system from their own software. How should we lay out the URLs and the error codes?
baby-care|My 4 month old screams every evening from 6 to 9 and won't take the bottle, is that normal?
bookkeeping-assistant|I have three months of bank exports from my little café and need them booked to the proper ledger accounts
bug-triage|QA dumped 60 tickets on us over the weekend, which ones are serious and who should fix them?
car-maintenance|there's a squeaking sound from my front left wheel whenever I brake, should I be worried
children-story|Tell my 5 year old daughter something about a little fox that's scared of the dark, she's in her pajamas already
citation-formatter|My supervisor says all my sources have to be in Harvard style, here are the 40 books and papers I used
code-review|Can you look over these changes before I merge them? I'm not sure about the locking in the second file
competitor-analysis|Who else sells meal kits in our region, and how do their prices and offers differ from ours?
compliance-checklist|We handle credit card numbers and the certification people are coming in March. What do we still have to put in place?
contract-review|My new landlord emailed me 14 pages to sign, is there anything nasty hidden in there?
customer-interview|I'm meeting five of our users next week to find out why they do their accounting on paper. What should I ask them?
customs-declaration|I'm shipping 300 ceramic mugs from Jingdezhen to Hamburg. Which papers and tariff code do I need to get them across the border?
data-cleaning|this export has the dates in four different notations and half the customers show up twice, please sort it out
data-visualization|How do I best show the sales of 12 regions over 5 years so that my boss gets it right away?
database-migration|I need to split the name column of our users into first and last name while the shop stays up
demand-forecast|How many umbrellas should my store expect to sell in October, going by the last three years?
excel-formulas|In column C I want the total of B but only for rows where A says "paid"
exit-interview|Our best engineer handed in her notice yesterday. How do I find out honestly why she is going?
faq-builder|We get the same thirty questions from buyers every week, I want to put the answers on a page on our site
financial-statement-analysis|Here's Tesla's latest 10-K, does the company earn real money or is the profit only on paper?
game-design|I have an idea for a card duel with dragons but after ten minutes one player always runs away with it. How do I balance it?
git-rescue|I force pushed over main and my colleague's work of two days is gone, can I get it back?
incident-postmortem|Checkout was dead for three hours last night. Help me write up what happened so we learn from it, without pointing fingers
infographic-writer|I want a poster for the canteen that shows in ten seconds how much food we throw away
keyword-research|What do people type into Google when they look for handmade leather bags, and which of those could I still compete for?
live-stream-script|Tonight I'm selling face cream on TikTok Live for two hours, what do I say to keep people watching and ordering?
log-analysis|Here's 5000 lines of output from our nginx and the app, at some point requests started to time out, why?
logo-brief|I'm opening a bakery and want to hire a designer for our emblem. What do I need to tell him?
mock-interview|Pretend you're a hiring manager at Google and grill me for the product manager position
okr-writer|Next quarter our team should focus on fewer things. Help me set ambitious goals and how we measure them
payment-reminder|A customer still owes us 4,300 euros since August, how do I ask again without losing him?
peer-review|Nature Communications sent me a manuscript to judge by Friday, here it is. Are the methods sound?
poem-composer|Four rhyming lines for grandma's 80th please, she loves roses and her dachshund
prd-writer|We're adding gift cards to our shop app, put together the requirements for the developers: flow, edge cases, when it's done
presentation-builder|I have 10 minutes before the board on Tuesday, turn these notes into slides
quiz-maker|I need 15 multiple choice items on photosynthesis for my 8th graders
recipe-creator|I've got half a cabbage, two eggs and some feta. What's for dinner?
regex-helper|I need a pattern that catches German phone numbers with or without +49 in a big text file
restaurant-finder|Somewhere nice to eat near the main station for six people, one vegan, not more than 30 each?
resume-screening|We got 180 applicants for the accountant position, which ten should I talk to?
running-coach|I signed up for my first 42k in April and can do 10k now, how do I get there without hurting my knee
sales-email|I want to write to heads of logistics who've never heard of us, so that they'll give me 15 minutes
security-audit|Before we launch the portal I'd like to know if somebody could break in or read other users' data
sentiment-analysis|Here are 2,000 tweets on our new packaging. Do people love it or hate it, and what about?
shift-roster|I have nine nurses and need someone on every night in December, fair for all, who works when?
statistical-analysis|I measured blood pressure in three groups before and after. Which test do I use and is the difference significant?
subtitle-translation|I have an .srt of a Japanese cooking show and want it in English with the same timing
support-macros|Our service staff type the same "where's my parcel" answer a hundred times a day, give me something they can paste
terms-of-service|My marketplace goes online next week and I have no legal rules for the people who sign up there
text-classification|We have 12,000 emails that should go into billing, tech or sales, how do I do that reliably?
threat-modeling|We're designing an online voting system. Who might want to attack it, and where would they get in?
user-story-writer|"Customers can pay in instalments" is way too big for two weeks, cut it into pieces with acceptance criteria
video-editing-plan|I have three hours of GoPro clips from our ski week and want four minutes with music out of it
visa-helper|I'm Indian and want to study in Canada from September, what papers do I have to hand in at the embassy?
warehouse-layout|Our people walk 14 km a day to collect orders because the fast sellers are at the far end of the hall
web-scraping|I want the name, price and rating of all 900 hotels listed on booking.com in a spreadsheet
will-and-estate|My dad died last month, who gets the house, and how should my mother write down who gets what later on?
wireframe-generator|Sketch me the three screens of a booking app, just boxes, before my developer starts
architecture-diagram|我们系统有八个微服务和两个数据库，帮我画一张它们之间怎么连的图
bid-proposal|市里医院发了招标公告，要采购一批监护仪，我们想去投，材料怎么写才不会被废掉？
chess-trainer|昨天下国际象棋我用西西里防御又输了，帮我看看是哪一步走坏的
color-palette|我想给咖啡店的网站配一套颜色，要暖一点，几种搭在一起好看的
customer-churn|最近三个月好多会员不续费了，想知道他们为什么走，怎么留住
data-pipeline|每天凌晨要把订单从MySQL同步到数仓，跑失败了还得能自动重跑，怎么设计？
decision-memo|自己建机房还是上云，老板下周要拍板，帮我写一页纸把两个方案的利弊讲清楚
dockerfile-optimizer|我们的镜像有3个G，每次构建要二十分钟，能瘦一下身吗
energy-saving|这个冬天电费和暖气费贵得离谱，家里哪些地方最浪费？
fact-checking|群里都在转微波炉加热食物会致癌，这说法靠谱吗？帮我查查出处
family-tree|我想知道太爷爷是从哪里迁过来的，怎么查祖上的资料，画出我们家几代人
file-organizer|我电脑桌面和下载文件夹乱七八糟几千个文件，帮我按类型和日期归好
flashcards|下个月考雅思，3000个单词老是记了就忘，帮我弄成一张张可以反复背的卡
flight-finder|十一从成都飞伦敦，怎么买便宜，转一次机也行，要带两件行李
gantt-planning|新厂房六月要投产，这些任务谁先谁后，哪一步拖了会影响整个工期？
gift-ideas|女朋友下周过生日，预算五百，送什么她会喜欢？
home-renovation|刚拿到一套90平的毛坯房，手里15万，先做水电还是先做什么？
insurance-advisor|一家三口，孩子两岁，重疾和医疗的保单该怎么买？
inventory-planning|仓库里有的货压了半年，有的又老断货，什么时候该下单进多少？
invoice-matching|供应商开来的发票跟采购订单和送货单的数量对不上，帮我核一下差在哪
job-description|公司要招一个前端工程师，帮我写一份招聘启事，写清楚职责和要求
landing-page-copy|我们的课程网页很多人点进来就走，首屏和报名那块的文字该怎么写才有人报名？
lesson-plan|下周一要给三年级上《赵州桥》，这节课怎么设计，重点难点是什么
meal-plan|想瘦十斤，这一周早中晚分别吃什么，顺便告诉我要买哪些菜
meditation-guide|心里很乱静不下来，带我做十分钟的呼吸放松吧
model-evaluation|我训练了一个识别欺诈交易的分类模型，准确率99%，但总觉得不对，该怎么评？
nda-drafting|要把配方给代工厂看，先得签个东西让他们不能往外说，帮我起草
newsletter-writer|每周五要给订阅用户发一封邮件，这周的几条消息和链接在这里，帮我编一下
packing-list|去冰岛十天，只能带一个20寸的箱子，该装些什么？
paraphrasing|论文查重率38%，这几段帮我换个说法，意思别变
partnership-proposal|想找本地健身房一起做活动，双方各出资源、收入分成，帮我写份合作方案给他们
patent-claims|我发明了一种可以自动折叠的婴儿车，想去申请专利，权利要求怎么写
persona-builder|这是我们做的二十个访谈记录，帮我归纳出两三类典型用户，他们想要什么、烦什么
pet-care|家里猫咪两天不吃东西，一直躲在床底下，要带去看医生吗？
plant-doctor|阳台上的绿萝叶子一片片发黄，盆里还有小飞虫，怎么救？
podcast-production|想做一档聊创业失败的音频节目，第一期请朋友来聊，该准备哪些问题
press-release|我们下周发布新款电动自行车，要发给记者的新闻稿帮我写一下
process-sop|客服退货这件事每个人做法都不一样，帮我写成一步一步的标准流程，谁负责、出错怎么办
project-charter|老系统替换这件事批下来了，启动之前要有一份文件写明目标、范围、预算和负责人
proofreading|这封英文邮件是我自己写的，看看有没有语法和拼写错误
quality-inspection|这批注塑件不良率到了8%，帮我找原因，来料该怎么验
readme-writer|我的开源项目没人看得懂怎么装怎么用，帮我写个说明放在仓库首页
release-notes|2.3版本明天上线，合并了这些PR，帮我给用户写一份更新说明
review-responder|有客人在大众点评上给我们打了一星，说上菜慢，怎么回他？
risk-register|项目要在国外上线，帮我想想哪些地方可能出岔子，按严重程度排一下，谁来盯
sleep-improvement|每天躺到两三点还睡不着，白天困得要死，怎么调整？
sql-query-builder|想查出去年每个客户买得最多的三种商品，这个语句怎么写，现在跑要40秒
stakeholder-map|要推行新的考勤制度，哪些人会反对、哪些人说话有分量，我该先找谁谈？
startup-valuation|有投资人想投我们两百万，公司现在值多少钱，该给他多少股份？
tax-return-helper|我在德国工作，今年要自己报税，通勤和电脑能不能抵扣，要填哪些表？
technical-writing|我们生产的切割机要给操作工写一本手册，怎么开机、怎么保养、有哪些危险
terraform-modules|想用代码把阿里云上的服务器和网络都建起来，测试和生产环境各一套
thesis-outline|硕士论文想写社区养老，导师让先交个大纲，章节怎么安排
trademark-search|我们想给奶茶品牌起名"云雀"，有没有别人已经注册了？
trip-planner|五月带爸妈去云南玩七天，走慢一点，每天怎么安排？
ui-critique|这是我们App的首页截图，用户说看着乱，找不到按钮，帮我挑挑毛病
wedding-planner|明年五一结婚，双方大概两百个客人，从现在起每个月要准备什么，座位怎么排？
wine-pairing|周末请人吃羊排，配什么红酒好，两百块以内
workout-plan|家里只有一对哑铃，想三个月练出点肌肉，每周怎么练？
xiaohongshu-post|刚试用了一款防晒霜，想发一篇带表情和标签的分享，让姐妹们也想买
`;

/** What no skill is for: questions, and what people say of themselves in a chat. */
export const heldOutOthers = `
hey, are you there?
What's the capital of Mongolia?
thanks, that was exactly what I needed
How many ounces are in a kilo?
what's 17.5% of 2,340
Which languages can you speak?
Who won the football world cup in 1998?
Tell me a joke about penguins
What day of the week is the 3rd of June?
Please answer a bit shorter from now on
How tall is the Eiffel Tower?
I'm just waiting for my colleague, one moment
no, not that one, the other one
Why is the sky blue?
Is it going to rain in Hamburg tomorrow?
Remind me at 5 to call my brother
What did we talk about yesterday?
How does a microwave oven work?
go on
My phone battery died, sorry for the late reply
你好，在吗
蒙古国的首都是哪里？
谢谢，就这样吧
一公里等于多少英里？
3528除以12是多少
你是哪家公司做的？
秦始皇是哪一年统一六国的？
讲个关于程序员的笑话吧
明天星期几？
以后回答简短一点
珠穆朗玛峰有多高？
我先去吃个饭，回头再说
不是这个，是上面那个
为什么天空是蓝色的？
上海明天会下雨吗
现在几点了
你昨天跟我说了什么？
冰箱是怎么制冷的？
继续
刚才手机没电了，不好意思
My phone battery died, sorry for the late reply
I think I'll go for a walk first
My name is Peter by the way
I spilled coffee on my desk, one sec
We can do that later
I don't like the second one
My internet was gone for a minute
I meant the red one
I'm tired, good night
Turn up the volume please
Set a timer for 12 minutes
I'm back from lunch
We already talked about that
I was only testing if this works
My boss just came in, wait
Let me think about it
I love this song
Use metric units from now on
I pressed enter too early
My dog says hi
我先去开个会，等会儿聊
我再想想
我叫小李
帮我定个十分钟的闹钟
我说的是第二个
我们晚点再弄这个
我喜欢这个颜色
刚才网断了，我重新发一遍
我刚下班，有点累
我妈叫我吃饭了
帮我把音量调大一点
我只是试试能不能用
我想了想还是算了
我点错了
我觉得你说得对
帮我记住我喜欢简短的回答
我家狗在叫，等一下
我手机快没电了
想起来了，不用查了
我老板来了，先不说了
`;
