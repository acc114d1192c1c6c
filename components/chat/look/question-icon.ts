import {
  Box,
  Calendar,
  CreditCard,
  FileText,
  Heart,
  Lightbulb,
  type LucideIcon,
  Map as MapIcon,
  MessageCircleQuestionMark,
  Phone,
  Ruler,
  Search,
  Tent,
  Truck,
  Undo2,
  UserRound,
  Wrench,
} from 'lucide-react';
import type { ChatQuestion } from '#lib/chat/chat-look.ts';

type QuestionIcon = NonNullable<ChatQuestion['icon']>;

const icons: Readonly<Record<QuestionIcon, LucideIcon>> = {
  box: Box,
  return: Undo2,
  ruler: Ruler,
  tent: Tent,
  question: MessageCircleQuestionMark,
  calendar: Calendar,
  card: CreditCard,
  truck: Truck,
  person: UserRound,
  file: FileText,
  search: Search,
  tool: Wrench,
  heart: Heart,
  map: MapIcon,
  phone: Phone,
  idea: Lightbulb,
};

/** The picture of a suggested question. */
export function questionIcon(icon: QuestionIcon | null): LucideIcon {
  return icons[icon ?? 'question'];
}
