"""Lessons at the table: positions, tasks and what answers them, worked out by the rules before anybody learns there.

What a lesson shows and accepts is written as JSON when the page is built, so that learning needs no server.
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
