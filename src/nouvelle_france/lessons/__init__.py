"""Lessons at the table: positions, tasks and their answers, computed by the rules in advance.

A lesson's contents and answers are written as JSON when the page is built, so learning needs no server.
"""

from nouvelle_france.lessons.lesson import Answer, Asking, Lesson, LessonError, Task, lessons
from nouvelle_france.lessons.telling import Told, told
from nouvelle_france.lessons.writing import write_files, write_lesson, write_list, write_words

__all__ = [
    "Answer",
    "Asking",
    "Lesson",
    "LessonError",
    "Task",
    "Told",
    "lessons",
    "told",
    "write_files",
    "write_lesson",
    "write_list",
    "write_words",
]
